package language

import (
	"slices"
	"strings"
)

// scriptingRows are scripting languages.
var scriptingRows = []Row{
	{
		Name: "Python", Aliases: "py", Linguist: "Cython, Sage, Starlark, Python traceback",
		Imports: `import|cimport *, from * import|cimport *, from * import|cimport (*),
			try : +, except ImportError|ModuleNotFoundError : ~* = None|False,
			except (ImportError|ModuleNotFoundError) : ~* = None|False, except *** : +, else : +, if|elif sys . version_info *** : +, if|elif sys . version_info [*] *** : +,
			if TYPE_CHECKING : +, if typing . TYPE_CHECKING : +,
			% matplotlib|load_ext|autoreload|reload_ext|config *, % pip|conda ***, ! pip|pip3|apt|conda ***,
			__all__ =|+= [_], __all__ = (_),
			drive . mount (**)`, // of notebooks
		Keywords: `and as assert async await break class continue def del elif else except finally for from global if
			import in is lambda nonlocal not or pass raise return try while with yield None True False`,
		ValueWords: "None True False",
		Operators:  `** // << >> <= >= == != -> := += -= *= /= %= @= &= |= ^= >>= <<= **= //= ... <>`,
		NameCont:   "·",
		NumberSep:  "_", Numbers: LeadingDot | TrailingDot,
		LineEnds: "\r", LineComment: "#",
		Spans: []Span{
			{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Prefix: pythonPrefixes, Flags: Multi},
			{Open: `'''`, Close: `'''`, Kind: String, Escape: '\\', Prefix: pythonPrefixes, Flags: Multi},
			{Open: `"""`, Close: `"""`, Kind: String, Escape: '\\', Prefix: pythonFormat, Interp: "{ }", Flags: Multi | Prefixed | Formats},
			{Open: `'''`, Close: `'''`, Kind: String, Escape: '\\', Prefix: pythonFormat, Interp: "{ }", Flags: Multi | Prefixed | Formats},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: pythonPrefixes},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Prefix: pythonPrefixes},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: pythonFormat, Interp: "{ }", Flags: Prefixed | Formats},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Prefix: pythonFormat, Interp: "{ }", Flags: Prefixed | Formats},
		},
	},
	// Ruby. Symbols are the operator `:` and a name, so that :size, size: and x.size are the same
	// name.
	{
		Name: "Ruby", Aliases: "rb", Linguist: "Mirah",
		Imports: `require|require_relative *, require|require_relative (*), autoload|load *, begin +, rescue LoadError +`,
		Keywords: `alias and begin BEGIN break case class def defined? do else elsif end END ensure false for if in module
			next nil not or redo rescue retry return self super then true undef unless until when while yield
			__FILE__ __LINE__ __ENCODING__ __method__
			require require_relative include extend prepend attr_reader attr_writer attr_accessor private protected
			public module_function raise lambda proc loop`,
		// After def, an operator is a name and opens nothing: def /(other).
		ValueWords: "self true false nil end def __FILE__ __LINE__",
		Operators: `** == != >= <= <=> === =~ !~ && || << >> += -= *= /= %= **= &= |= ^= <<= >>= &&= ||= .. ... :: =>
			-> &.`,
		NameLead: "$ @ @@", NameSpecial: "0123456789!@&`'+~=/\\,;.<>_*$?:\"", NameEnd: "?!",
		NumberSep:   "_",
		LineComment: "#",
		SpansOf: func() []Span {
			return append([]Span{
				{Open: "=begin", Close: "\n=end", When: ColumnOne, Flags: Multi | RestOfLine},
				{Open: "__END__", When: ColumnOne, Flags: ToEnd},
				{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "#{ }", Names: "#", Flags: Multi},
				{Open: "`", Close: "`", Kind: String, Escape: '\\', Interp: "#{ }", Names: "#", Flags: Multi, When: NotAfterValue | OrSpaced},
				longStr(`'`),
				{Open: "%", Tag: "letters", End: "iqsw", Kind: String, Escape: '\\', Interp: "#{ }", Names: "#", Form: "quote-like", When: NotAfterValue | OrSpaced, Flags: Suffix},
				{Open: "/", Close: "/", Kind: String, Interp: "#{ }", Names: "#", Form: "regex", When: NotAfterValue | OrSpaced, Flags: Suffix},
				// A regular expression over several lines (with flag x) starts with a line break.
				{Open: "/\n", Close: "/", Kind: String, Escape: '\\', Interp: "#{ }", Names: "#", When: NotAfterValue, Flags: Multi | Suffix},
				{Open: "/", Close: "/", Tag: "x", Kind: String, Form: "regex-lines", When: NotAfterValue, Flags: Suffix},
				{Open: "?", Kind: Char, Escape: '\\', Form: "rune-name", When: NotAfterValue | NotBeforeBlank},
				{Open: "<<", Tag: "", Mid: "upper", Kind: String, Escape: '\\', Interp: "#{ }", Names: "#", Form: "heredoc"},
				{Open: "<<-", Kind: String, Escape: '\\', Interp: "#{ }", Names: "#", Form: "heredoc"},
				{Open: "<<~", Kind: String, Escape: '\\', Interp: "#{ }", Names: "#", Form: "heredoc"},
			}, literals(Operator, ":/ :% :` :<<")...)
		},
	},
	// Perl. A sigil belongs to the name after it. The functions in perlfunc are keywords, as in
	// Perl's own tokenizer, and an argument follows them.
	{
		Name: "Perl", Aliases: "pl pm",
		Imports:    `use|no|require|package *, use * (*)`,
		Keywords:   perlKeywords,
		ValueWords: "__FILE__ __LINE__ __PACKAGE__ time wantarray",
		Operators: `-> ++ -- ** =~ !~ == != <=> <= >= && || // .. ... :: => += -= *= /= .= %= &= |= ^= <<= >>= **= &&=
			||= //= << >> ~~ ^^ $#`,
		NameLead: "$ @ %", NameSpecial: "0123456789!@/\\,;.&\"'`+|?<>^~=-]",
		LeadBraces: true,
		NumberSep:  "_", Numbers: LeadingDot,
		LineComment: "#",
		SpansOf: func() []Span {
			return append([]Span{
				{Open: "=", Close: "\n=cut", When: ColumnOne | BeforeLetter, Flags: Multi | RestOfLine},
				{Open: "=cut", When: ColumnOne}, // without its beginning, in a snippet
				{Open: "=", Tag: "format", Close: ".", Kind: String, Form: "perl-format"},
				{Open: "__END__", When: ColumnOne, Flags: ToEnd},
				{Open: "__DATA__", When: ColumnOne, Flags: ToEnd},
				perlCode(Span{Open: `"`, Close: `"`, Flags: Multi}), perlCode(Span{Open: "`", Close: "`", Flags: Multi}),
				{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Flags: Multi, When: NotTouchingValue}, // isn't is a name
				{Open: "q", Tag: "spaced", Kind: String, Escape: '\\', Form: "quote-like"},
				perlCode(Span{Open: "qq", Tag: "spaced", Form: "quote-like"}),
				{Open: "qw", Tag: "spaced", Kind: String, Escape: '\\', Form: "quote-like"},
				perlCode(Span{Open: "qx", Tag: "spaced", Form: "quote-like"}),
				perlCode(Span{Open: "qr", Tag: "spaced", Form: "quote-like", Flags: Suffix}),
				perlCode(Span{Open: "m", Tag: "spaced", Form: "quote-like", Flags: Suffix}),
				perlCode(Span{Open: "s", Tag: "spaced", Mid: "2", Form: "quote-like", Flags: Suffix}),
				{Open: "tr", Tag: "spaced", Mid: "2", Kind: String, Escape: '\\', Form: "quote-like", Flags: Suffix},
				{Open: "y", Tag: "spaced", Mid: "2", Kind: String, Escape: '\\', Form: "quote-like", Flags: Suffix},
				perlCode(Span{Open: "/", Close: "/", Form: "regex", When: NotAfterValue, Flags: Suffix}),
				perlCode(Span{Open: "/\n", Close: "/", When: NotAfterValue, Flags: Multi | Suffix}),
				{Open: "/", Close: "/", Tag: "x", Kind: String, Form: "regex-lines", When: NotAfterValue, Flags: Suffix},
				perlCode(Span{Open: "<<", Tag: "~ ", Form: "heredoc"}),
				// The default operator, also after a function without arguments: shift // 1.
			}, literals(Operator, "// //=")...)
		},
	},
	crystal, raku,
	{
		Name: "Lua", Linguist: "Luau, Terra",
		Imports: `local * = require *, local * = require (*) *, require *, require (*)`,
		Keywords: `and break do else elseif end false for function goto if in local nil not or repeat return then true until
			while`,
		ValueWords: "true false nil end",
		Operators:  `.. ... == ~= <= >= // :: << >> -> += -= *= /= ^= %= ..=`,
		Numbers:    LeadingDot | TrailingDot,
		Spans: []Span{
			{Open: "--[", Tag: "=", Mid: "[", Close: "]", End: "]", Form: "tagged"},
			{Open: "--"},
			{Open: "#!", When: ColumnOne},
			{Open: "[", Tag: "=", Mid: "[", Close: "]", End: "]", Kind: String, Form: "tagged"},
			// \z skips the white space after it, and line breaks.
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Tag: "z", Flags: Skips},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Tag: "z", Flags: Skips},
			{Open: "`", Close: "`", Kind: String, Escape: '\\', Interp: "{ }"}, // Luau
		},
	},
	// Tcl. `$` is an operator, so that x is the same name in `set x 1` and in `$x`. Braces quote
	// code more often than text and are read as code. A quote opens a string only at the start of a
	// word. As text in braces it is most often alone, or in a regular expression (`[^"]`).
	{
		Name: "Tcl", Aliases: "tk",
		Imports: `package require *, namespace import *, source *`,
		Keywords: `proc set unset if elseif else then while for foreach switch break continue return expr global variable
			upvar uplevel namespace package eval source catch error try on trap finally throw rename append lappend incr
			lindex llength lrange lsort lsearch lreplace puts gets regexp regsub info array dict exec exit rename yield
			coroutine apply method constructor destructor superclass eq ne in ni`,
		Operators: `== != <= >= && || << >> ** :: {*} ${`,
		Numbers:   LeadingDot,
		Spans: []Span{
			{Open: "#", When: FirstOnLine, Flags: Spliced},
			{Open: "${", Kind: Identifier, Form: "braced-name"},
			{Open: "; #", Flags: Spliced}, {Open: ";#", Flags: Spliced}, {Open: ";  #", Flags: Spliced}, {Open: ";\t#", Flags: Spliced},
			{Open: `{"}`, Kind: String, Form: "literal"}, {Open: `^"`, Kind: Operator, Form: "literal"},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "[ ] ${ }", Names: "$", Flags: Multi, When: NotTouchingValue},
			{Open: `\`, Kind: Operator, Form: "rune-name"},
		},
	},
	{
		Name: "Awk", Aliases: "gawk mawk nawk",
		Imports: `@ include *`,
		Keywords: `BEGIN END BEGINFILE ENDFILE function func if else while for do break continue next nextfile exit return
			delete in getline print printf switch case default
			atan2 cos sin exp log sqrt int rand srand gsub index length match split sprintf sub substr tolower toupper close
			system gensub strftime systime fflush asort asorti patsplit strtonum mktime`,
		Operators:  `++ -- ** ^= += -= *= /= %= **= == != <= >= !~ && || >> |&`,
		ValueEnd:   ")]", // a closing brace ends an action, and a pattern may follow
		Conditions: "if while for",
		Numbers:    LeadingDot | TrailingDot, LineComment: "#",
		Spans: []Span{
			str(`"`),
			{Open: "/", Close: "/", Kind: String, Form: "regex", When: NotAfterValue},
		},
	},
	{
		Name: "Shell", Aliases: "sh bash zsh ksh dash", Linguist: "Alpine Abuild, Gentoo Ebuild, Gentoo Eclass, OpenRC runscript, ShellSession, Tcsh, fish",
		Imports:   `source **, . _ **, set -|+ e|u|x|o|eu|ex|Ee|Eeo|Eeu|Eeuo|Eeuxo|euf|ux|ue|xe|eux|exu|euo|exo|euxo|exuo|uxo **`,
		Keywords:  shellKeywords,
		Operators: `&& || ;; ;& ;;& |& >> << <<- <<< <> >& <& >| &> &>> $( $(( ${ (( )) [[ ]] == != =~ <= >= += -= *= /= ++ -- **`,
		CodeAfter: `eval trap ssh write_script sh=-c bash=-c dash=-c zsh=-c ksh=-c su=-c
				test_expect_success=last test_expect_failure=last test_perf=last test_size=last
				test_lazy_prereq=last test_when_finished=last test_atexit=last`,
		Spans: []Span{
			comment("#", AfterBlank),
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "$( ) ${ } ` `", Names: "$", Flags: Multi},
			{Open: `'`, Close: `'`, Kind: String, Form: "quoted-code", Flags: Multi},
			{Open: `$'`, Close: `'`, Kind: String, Escape: '\\', Flags: Multi},
			{Open: `\`, Kind: Operator, Form: "rune-name"}, // outside of strings: don\'t
			{Open: "${", Kind: Identifier, Form: "braced-name"},
			{Open: "<<", Tag: "- ", Mid: "plain", Kind: String, Escape: '\\', Interp: "$( ) ${ } ` `", Names: "$", Form: "heredoc"},
		},
	},
	{
		Name: "Vim Script", Aliases: "vim viml vimscript nvim",
		Imports: `source|runtime *, import autoload **, import **`,
		Keywords: `let unlet const final var def enddef function endfunction func endfunc if elseif else endif while endwhile
			for endfor in return call execute exe eval set setlocal augroup autocmd au command map noremap nnoremap inoremap
			vnoremap xnoremap onoremap cnoremap tnoremap snoremap nmap imap vmap xmap omap cmap smap unmap nunmap silent
			normal syntax syn highlight hi echo echon echom echomsg echoerr try catch finally endtry throw break continue
			source runtime abort range dict closure is isnot finish import export autoload vim9script scriptencoding
			delfunction keepalt keepjumps noautocmd filetype`,
		Operators: `==# !=# ># >=# <# <=# =~# !~# ==? !=? =~? !~? =~ !~ == != >= <= && || .. ... -> => += -= *= /= %= .= ..=
			?? << >>`,
		NameCont: "#",
		Spans: []Span{
			comment(`"`, FirstOnLine),
			comment("#", AfterBlank|BeforeBlank), // Vim 9
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Flags: Closes},
			{Open: `"`}, // behind a command
			doubledStr(`'`),
			{Open: `$"`, Close: `"`, Kind: String, Escape: '\\', Interp: "{ }", Flags: Closes},
			{Open: `$'`, Close: `'`, Kind: String, Interp: "{ }", Flags: Doubled | Closes},
			{Open: `\`, Form: "literal", When: FirstOnLine}, // continues the line before
			{Open: "=<<", Tag: " ", Kind: String, Form: "heredoc"},
			{Open: "=<< trim", Tag: " ", Kind: String, Form: "heredoc"},
			{Open: "=<< eval", Tag: " ", Kind: String, Interp: "{ }", Form: "heredoc"},
			{Open: "=<< eval trim", Tag: " ", Kind: String, Interp: "{ }", Form: "heredoc"},
			{Open: "=<< trim eval", Tag: " ", Kind: String, Interp: "{ }", Form: "heredoc"},
			{Open: "<<", Tag: " ", Kind: String, Form: "heredoc"}, // of another language: python << EOF
		},
	},
}

// perlCode makes a string of Perl one in which names and code may stand.
func perlCode(s Span) Span {
	s.Kind, s.Escape, s.Interp, s.Names = String, '\\', "${ } @{ }", "$@"
	return s
}

// pythonPrefixes are the prefixes of strings without expressions; pythonFormat has the others.
const (
	pythonPrefixes = "r u b br rb"
	pythonFormat   = "f fr rf t tr rt"
)

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

const shellKeywords = `if then elif else fi for while until do done case esac in function select time coproc
	alias bg break cd command continue declare echo eval exec exit export false fg getopts hash jobs kill let
	local printf pwd read readonly return set shift shopt source test times trap true type typeset ulimit umask
	unalias unset wait
	awk basename cat chmod chown cp curl cut date dirname expr find grep gzip head install ln ls make mkdir mktemp
	mv ps rm rmdir sed sleep sort ssh sudo tail tar tee touch tr uname uniq wc wget which xargs`

// crystal is Ruby with types, macros and characters.
var crystal = Row{
	Name: "Crystal", Aliases: "cr", ByName: true,
	Imports: `require *`,
	Keywords: `abstract alias annotation as as? asm begin break case class def do else elsif end ensure enum extend false for
		forall fun if in include instance_sizeof is_a? lib macro module next nil nil? of offsetof out pointerof previous_def
		private protected require rescue responds_to? return select self sizeof struct super then true type typeof
		uninitialized union unless until verbatim when while with yield __DIR__ __END_LINE__ __FILE__ __LINE__
		property getter setter property? getter? record raise loop spawn puts
		Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 Float32 Float64 String Bool Char Symbol Array Hash Nil`,
	ValueWords: "self true false nil end def __FILE__ __LINE__ __DIR__",
	Operators: `** == != >= <= <=> === =~ !~ && || << >> += -= *= /= //= // %= **= &= |= ^= <<= >>= &&= ||= .. ... :: => ->
		&+ &- &* &** &+= &-= &*= {{ }} {%`,
	NameLead: "$ @ @@", NameEnd: "?!",
	NumberSep:   "_",
	LineComment: "#",
	SpansOf: func() []Span {
		return append([]Span{
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "#{ }", Flags: Multi},
			{Open: "`", Close: "`", Kind: String, Escape: '\\', Interp: "#{ }", Flags: Multi, When: NotAfterValue | OrSpaced},
			{Open: `'`, Close: `'`, Kind: Char, Escape: '\\', Form: "tick-only"},
			{Open: "%", Tag: "letters", End: "iqw", Kind: String, Escape: '\\', Interp: "#{ }", Form: "quote-like", When: NotAfterValue | OrSpaced, Flags: Suffix},
			{Open: "/", Close: "/", Kind: String, Interp: "#{ }", Form: "regex", When: NotAfterValue | OrSpaced, Flags: Suffix},
			{Open: "/", Close: "/", Tag: "x", Kind: String, Form: "regex-lines", When: NotAfterValue, Flags: Suffix},
			{Open: "<<-", Kind: String, Escape: '\\', Interp: "#{ }", Form: "heredoc"},
			{Open: "%}", Kind: Operator, Form: "literal"},
		}, literals(Operator, ":/ :% :` :<<")...)
	},
}

// raku was called Perl 6. Names may hold dashes, and words before a colon choose how a quote is
// read.
var raku = Row{
	Name: "Raku", Aliases: "perl6 rakumod p6",
	Imports: `use|need *, use * <*>`,
	Keywords: `and andthen anon augment but BEGIN CATCH CHECK class constant CONTROL default die do does DOC dynamic else elsif
		emit END ENTER eq eqv enum export fail FIRST for gather ge gt given grammar handles has hyper if INIT INTRO is
		isa keep KEEP last lazy le leave LEAVE let lt loop make method module multi my ne need next no of only or orelse orwith
		our package POST PRE proceed proto QUIT race react redo regex repeat require return returns role rule run
		say self sleep state sub submethod subset succeed supersede supply supply take temp token trusts try TWEAK UNDO
		unit unless until use warn when whenever where while with without x xor xx cmp leg
		print put note open close lines words join split map grep sort keys values push pop shift unshift elems defined
		True False Nil Any Mu Int Num Str Bool Rat Array Hash List Seq Set Bag Map Pair Cool Whatever Callable Code Block`,
	ValueWords: "self True False Nil Any",
	Operators: `:= ::= => -> <-> ==> <== ~~ !~~ === !=== == != <= >= <=> ** ++ -- && || // ^^ .. ..^ ^.. ^..^ ... += -= *= /=
		~= .= //= ||= &&= %% ?? !! :: >>. ».  >> << +< +> ~| ~& +| +& ?| ?&`,
	NameLead: "$ @ % &", NameCont: "-'",
	NumberSep: "_", Numbers: LeadingDot,
	LineComment: "#",
	SpansOf: func() []Span {
		return slices.Concat([]Span{
			{Open: "=begin", Close: "\n=end", When: ColumnOne, Flags: Multi | RestOfLine},
			{Open: "=finish", When: ColumnOne, Flags: ToEnd},
			{Open: "=", Form: "paragraph", When: ColumnOne | BeforeLetter},
			{Open: "#`(", Mid: "(", Close: ")", Flags: Multi | Nest}, {Open: "#`{", Mid: "{", Close: "}", Flags: Multi | Nest},
			{Open: "#`[", Mid: "[", Close: "]", Flags: Multi | Nest}, {Open: "#|{", Mid: "{", Close: "}", Flags: Multi | Nest},
			{Open: "#`<", Mid: "<", Close: ">", Flags: Multi | Nest}, {Open: "#`«", Mid: "«", Close: "»", Flags: Multi | Nest},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Interp: "{ }", Names: "$@", Flags: Multi},
			{Open: `'`, Close: `'`, Kind: String, Escape: '\\', Flags: Multi, When: NotTouchingValue},
			rawStr("｢", "｣"),
			{Open: "/", Close: "/", Kind: String, Form: "regex", When: NotAfterValue},
			{Open: "/", Close: "/", Kind: String, Form: "regex-lines", When: NotAfterValue | BeforeBlank},
			{Open: "<", Close: ">", Kind: String, Form: "regex", When: NotAfterValue | NotBeforeBlank},
			{Open: `\`, Kind: Operator, Form: "rune-name"},
		}, rakuQuotes())
	},
}

// rakuQuotes are the quotes whose delimiter the author chooses. Adverbs follow a colon.
func rakuQuotes() (spans []Span) {
	for _, word := range []string{"q", "qq", "Q"} {
		for _, mark := range []string{":to/", ":to(", ":heredoc/"} {
			spans = append(spans, rakuCode(Span{Open: word + mark, Kind: String, Form: "heredoc"}))
		}
	}
	for _, word := range []string{"q", "qq", "Q", "qw", "qx", "m", "ms", "rx"} {
		for _, adverb := range []string{"", ":w", ":g", ":i", ":s", ":b", ":c", ":sigspace", ":P5"} {
			spans = append(spans, rakuCode(Span{Open: word + adverb, Kind: String, Escape: '\\', Form: "quote-like"}))
		}
	}
	for _, word := range []string{"s", "S", "ss", "tr"} {
		for _, adverb := range []string{"", ":g", ":i", ":s"} {
			spans = append(spans, Span{Open: word + adverb, Mid: "2", Kind: String, Escape: '\\', Form: "quote-like"})
		}
	}
	return spans
}

// rakuCode makes a string with qq one in which names and code may stand.
func rakuCode(s Span) Span {
	if strings.HasPrefix(s.Open, "qq") {
		s.Escape, s.Interp, s.Names = '\\', "{ }", "$"
	}
	return s
}
