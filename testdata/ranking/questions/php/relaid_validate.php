public function validate(array $input): bool {
  // Start afresh, an object may be used twice.
  $this->errors = [];
  $this->clean = [];
  foreach ($this->rules as $field => $rules) {
    $value = is_string($input[$field] ?? null)
      ? trim($input[$field])
      : '';
    $rules = explode('|', $rules);
    if ($value === '') {
      if (in_array('required', $rules, true)) {
        $this->fail($field, 'required', []);
      } else {
        $this->clean[$field] = null;
      }
      continue;
    }
    # the first rule that fails speaks for the field
    foreach ($rules as $rule) {
      [$name, $arguments] = array_pad(
        explode(':', $rule, 2),
        2,
        ''
      );
      $arguments = $arguments === '' ? [] : explode(',', $arguments);
      if (!$this->passes($name, $value, $arguments, $input)) {
        $this->fail($field, $name, $arguments);
        continue 2;
      }
    }
    $this->clean[$field] = $value;
  }
  return $this->errors === [];
}
