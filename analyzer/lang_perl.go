package analyzer

// Perl. A sigil belongs to the name behind it. The functions which perlfunc lists are words of the
// language as its own tokenizer has them, and what follows them is an argument.

const perlKeywords = `and BEGIN class cmp default do else elsif END eq field for foreach format ge given gt if isa
	last le local lt method my ne next no not or our package redo require return state sub try catch finally defer
	unless until use when while x xor ADJUST CHECK INIT UNITCHECK AUTOLOAD DESTROY
	__FILE__ __LINE__ __PACKAGE__ __SUB__ __CLASS__
	abs accept alarm atan2 bind binmode bless caller chdir chmod chomp chop chown chr chroot close closedir connect
	continue cos crypt dbmclose dbmopen defined delete die dump each eof eval exec exists exit exp fc fcntl fileno
	flock fork getc glob gmtime goto grep hex import index int ioctl join keys kill lc lcfirst length link listen
	localtime log lstat map mkdir oct open opendir ord pack pipe pop pos print printf prototype push quotemeta rand
	read readdir readline readlink recv ref rename reset reverse rewinddir rindex rmdir say scalar seek seekdir select
	send shift shutdown sin sleep socket sort splice split sprintf sqrt srand stat study substr symlink syscall sysopen
	sysread system syswrite tell tie tied time times truncate uc ucfirst umask undef unlink unpack unshift untie utime
	values vec wait waitpid wantarray warn write`

func init() {
	add(row{
		Name: "Perl", Aliases: "pl pm",
		Keywords:   perlKeywords,
		ValueWords: "__FILE__ __LINE__ __PACKAGE__ time wantarray",
		Operators: `-> ++ -- ** =~ !~ == != <=> <= >= && || // .. ... :: => += -= *= /= .= %= &= |= ^= <<= >>= **= &&=
			||= //= << >> ~~ ^^ $#`,
		NameLead: "$ @ %", NameSpecial: "0123456789!@/\\,;.&\"'`+|?<>^~=-]",
		NumberSep: "_", Numbers: leadingDot,
		LineComment: "#",
		Spans: append([]span{
			{Open: "=", Close: "\n=cut", When: columnOne | beforeLetter, Flags: multi | restOfLine},
			{Open: "=cut", When: columnOne}, // without its beginning, in a snippet
			{Open: "=", Tag: "format", Close: ".", Kind: String, Form: picture},
			{Open: "__END__", When: columnOne, Flags: toEnd},
			{Open: "__DATA__", When: columnOne, Flags: toEnd},
			longStr(`"`), longStr("`"),
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Flags: multi, When: notTouchingValue}, // isn't is a name
			{Open: "q", Kind: String, Escape: '\\', Form: quoteLike},
			{Open: "qq", Kind: String, Escape: '\\', Form: quoteLike},
			{Open: "qw", Kind: String, Escape: '\\', Form: quoteLike},
			{Open: "qx", Kind: String, Escape: '\\', Form: quoteLike},
			{Open: "qr", Kind: String, Escape: '\\', Form: quoteLike, Flags: suffix},
			{Open: "m", Kind: String, Escape: '\\', Form: quoteLike, Flags: suffix},
			{Open: "s", Mid: "2", Kind: String, Escape: '\\', Form: quoteLike, Flags: suffix},
			{Open: "tr", Mid: "2", Kind: String, Escape: '\\', Form: quoteLike, Flags: suffix},
			{Open: "y", Mid: "2", Kind: String, Escape: '\\', Form: quoteLike, Flags: suffix},
			{Open: "/", Close: "/", Kind: String, Form: regex, When: notAfterValue, Flags: suffix},
			{Open: "/\n", Close: "/", Kind: String, Escape: '\\', When: notAfterValue, Flags: multi | suffix},
			{Open: "<<", Tag: "~ ", Kind: String, Form: heredoc},
			// The default operator, also behind a function without arguments: shift // 1.
		}, literals(Operator, "// //=")...),
	})
}
