roll() {
	live=$1
	base=$(basename "$live" .log)
	dated="$archive/$base-$today.log"
	n=1
	while [ -e "$dated" ] ||
		[ -e "$dated.xz" ]; do
		n=$((n + 1))
		dated="$archive/$base-$today-$n.log"
	done

	# How long is it now?
	before=$(wc -c <"$live")
	if ! cp -p "$live" "$archive/.roll.$$"; then
		complain "cannot copy $live"
		return
	fi
	after=$(wc -c <"$archive/.roll.$$")
	if [ "$after" -lt "$before" ]; then
		complain "copy of $live is short: $after of $before bytes"
		return
	fi
	# What came in while we copied is added.
	mv "$archive/.roll.$$" "$dated"
	tail -c +$((after + 1)) "$live" \
		>>"$dated"
	: >"$live"
	rolled=$((rolled + 1))
}
