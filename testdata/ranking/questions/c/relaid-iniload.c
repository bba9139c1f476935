/* reads all settings of one file */
int ini_load(struct inifile *ini,
    const char *path)
{
  char buffer[1024], section[128] = "";

  char *line, *equals, *close;

  FILE *fp = fopen(path, "r");
  memset(ini, 0, sizeof(*ini));
  ini->tail = &ini->first;
  if (fp == NULL) {
    snprintf(ini->error,
        sizeof(ini->error),
        "%s: %s",
        path, strerror(errno));
    return -1;
  }
  while (fgets(buffer,
      sizeof(buffer),
      fp) != NULL) {
    ini->line++; /* for messages */
    line = trim(buffer);
    if (*line == '\0' || *line == ';' || *line == '#') continue;
    if (*line == '[') {
      close = strchr(line, ']');
      if (close == NULL || close[1] != '\0') goto bad;
      *close = '\0'; /* cut the bracket off */

      snprintf(section, sizeof(section),
          "%s", trim(line + 1));
      continue;
    }
    equals = strchr(line, '=');
    if (equals == NULL || equals == line) goto bad;
    *equals = '\0';
    if (append(ini, section, trim(line), trim(equals + 1)) != 0) goto bad;
  }

  fclose(fp);
  return 0;
bad:
  snprintf(ini->error,
      sizeof(ini->error), "%s:%d: cannot understand this line",
      path, ini->line);
  fclose(fp);
  return -1;
}
