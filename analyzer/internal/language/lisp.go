package language

// lispRows are the Lisp family and Prolog.
var lispRows = []Row{
	// The Lisp family. Quotes are operators, so that 'foo and foo are the same name; the colon of a
	// keyword is one too (:size, size), except inside names.
	{
		Name: "Clojure", Aliases: "clj cljs cljc", Linguist: "edn",
		Imports:  `(ns|require|use|import)`,
		Keywords: clojureKeywords, ValueWords: "true false nil",
		Operators: "~@ #' #? #?@ :: ##",
		NameStart: "*+!-?<>=/&%|$.", NameCont: "'#",
		Numbers: Signed | Ratio, LineComment: ";",
		Spans: []Span{
			{Open: "#!", When: ColumnOne},
			{Open: "#_", Form: "comment-datum"},
			{Open: ",", Form: "literal"}, // white space
			longStr(`"`),
			{Open: `#"`, Close: `"`, Kind: String, Escape: '\\', Flags: Multi},
			{Open: `\`, Tag: "name", Kind: Char, Form: "rune-name"},
		},
	},
	{
		Name: "Scheme", Aliases: "scm",
		Imports:  `(import|use-modules|require|define-module|load)`,
		Keywords: schemeKeywords, ValueWords: "#t #f #true #false",
		Operators: ",@ #' #` #, #,@ #: #& ##",
		NameStart: "!$%&*/:<=>?^~+-.", NameCont: "@#", NameLead: "#",
		Numbers: Signed | LeadingDot | TrailingDot | Ratio, LineComment: ";",
		NestedComment: "#| |#",
		SpansOf: func() []Span {
			return append([]Span{
				{Open: "#!/", Close: "\n!#", When: ColumnOne, Flags: Multi | Closes}, // of Guile
				{Open: "#!/", When: ColumnOne}, {Open: "#! /", When: ColumnOne},
				{Open: "#;", Form: "comment-datum"},
				{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "#rx #px #rx# #px# #", Flags: Multi},
				{Open: "#<<", Kind: String, Form: "heredoc"},
				{Open: "|", Close: "|", Kind: Identifier, Form: "regex"},
				{Open: `#\`, Tag: "name", Kind: Char, Form: "rune-name"},
			}, lispNumbers...)
		},
	},
	{
		Name: "Racket", Aliases: "rkt", ByName: true,
		Imports:  `(require|provide), #lang *`,
		Keywords: schemeKeywords + racketKeywords, ValueWords: "#t #f #true #false",
		Operators: ",@ #' #` #, #,@ #: #& ##",
		NameStart: "!$%&*/:<=>?^~+-.", NameCont: "@#", NameLead: "#",
		Numbers: Signed | LeadingDot | TrailingDot | Ratio, LineComment: ";",
		NestedComment: "#| |#",
		SpansOf: func() []Span {
			return append([]Span{
				{Open: "#!/"}, {Open: "#! "},
				{Open: "#;", Form: "comment-datum"},
				{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "#rx #px #rx# #px# #", Flags: Multi},
				{Open: "#<<", Kind: String, Form: "heredoc"},
				{Open: "|", Close: "|", Kind: Identifier, Form: "regex"},
				{Open: `#\`, Tag: "name", Kind: Char, Form: "rune-name"},
			}, lispNumbers...)
		},
	},
	{
		Name: "Common Lisp", Aliases: "lisp cl commonlisp",
		Imports:  `(in-package|use-package|require|defpackage|load|ql)`,
		FoldCase: true,
		Keywords: commonLispKeywords, ValueWords: "nil t",
		Operators: ",@ ,. #' #+ #- #. #: ::",
		NameStart: "!$%&*/<=>?^~+-.", NameCont: "@",
		Exponents: "esfdl", Numbers: Signed | LeadingDot | TrailingDot | Ratio, LineComment: ";",
		NestedComment: "#| |#",
		SpansOf: func() []Span {
			return append([]Span{
				{Open: "#!/", When: ColumnOne},
				{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "#p #P", Flags: Multi},
				{Open: "|", Close: "|", Kind: Identifier, Form: "regex"},
				{Open: `\`, Kind: Operator, Form: "rune-name"}, // in symbols
				{Open: `#\`, Tag: "name", Kind: Char, Form: "rune-name"},
			}, lispNumbers...)
		},
	},
	{
		Name: "Emacs Lisp", Aliases: "elisp el emacs",
		Imports:  `(require|provide|load|autoload)`,
		Keywords: emacsLispKeywords, ValueWords: "nil t",
		Operators: ",@ #'",
		NameStart: "!$%&*/<=>^~+-.|@", NameCont: "?:",
		Numbers: Signed | LeadingDot | TrailingDot, LineComment: ";",
		SpansOf: func() []Span {
			return append([]Span{
				{Open: "#!/", When: ColumnOne},
				longStr(`"`),
				{Open: "?", Tag: "keys", Kind: Char, Escape: '\\', Form: "rune-name"},
				{Open: `\`, Kind: Operator, Form: "rune-name"}, // in symbols: \, is not a comma
			}, lispNumbers...)
		},
	},
	// Prolog. Quoted atoms are Strings: most hold text for people, unlike Erlang's.
	{
		Name: "Prolog", Aliases: "swipl",
		Imports: `:- use_module|ensure_loaded|include|module (*) .`,
		Keywords: `is mod rem div rdiv xor module use_module ensure_loaded dynamic discontiguous multifile initialization
			table meta_predicate true fail false`,
		ValueWords:  "true fail false",
		OperatorRun: `+-*/\^<>=~:.?@#&$`,
		Operators:   "|| {}",
		NumberSep:   "_", LineComment: "%", BlockComment: "/* */",
		Spans: []Span{
			{Open: "#!", When: ColumnOne},
			{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Flags: Doubled},
			{Open: "'", Close: "'", Kind: String, Escape: '\\', Flags: Doubled},
			{Open: "`", Close: "`", Kind: String, Escape: '\\', Flags: Doubled},
			{Open: "0'", Kind: Char, Escape: '\\', Form: "rune-name"},
			{Open: "2'", Kind: Number, Form: "number-mark"}, {Open: "8'", Kind: Number, Form: "number-mark"},
			{Open: "16'", Kind: Number, Form: "number-mark"}, {Open: "36'", Kind: Number, Form: "number-mark"},
			{Open: "0'''", Kind: Char, Form: "literal"},
		},
	},
}

const (
	clojureKeywords = `def defn defn- defmacro defmulti defmethod defprotocol defrecord deftype defstruct definterface
		defonce declare fn fn* let let* letfn loop loop* recur if if-let if-not if-some when when-let when-not when-first
		when-some cond condp cond-> cond->> case do doseq dotimes doto for while quote var throw try catch finally new
		set! binding with-open monitor-enter monitor-exit locking ns in-ns require import use refer -> ->> some-> some->>
		as-> and or not reify proxy extend-type extend-protocol lazy-seq true false nil & .`

	schemeKeywords = `define lambda let let* letrec letrec* let-values let*-values define-values define-syntax let-syntax
		letrec-syntax syntax-rules syntax-case er-macro-transformer define-record-type if cond case when unless and or not
		begin do delay delay-force make-promise quote quasiquote unquote unquote-splicing set! else => parameterize guard
		import export define-library library include cond-expand case-lambda named-lambda receive let-optionals
		define-module use-modules define-public define* lambda* define-macro assert
		λ module module+ module* require provide struct define-struct match match-lambda match-let match-define for for*
		for/list for*/list for/fold for*/fold for/hash for/vector for/and for/or for/first for/last for/sum define/contract
		define/public define/private define/override define/match class class* interface send super new init field inherit
		this let/cc let/ec begin0 begin-for-syntax for-syntax only-in except-in prefix-in rename-in all-defined-out
		struct-out parameterize* with-handlers with-syntax define-syntax-rule syntax-parse syntax quasisyntax unsyntax
		fluid-let define-structure
		#t #f #true #false #lang ... . _`

	racketKeywords = ` define-values define-for-syntax define-syntaxes define-syntax-parser define-generics define-type
		letrec-values let-syntaxes case-> -> ->* and/c or/c any/c listof contract-out provide/contract
		for/set for/hasheq for/list/flatten for*/vector for*/first for*/or for*/and for/sum for/product in-range in-list
		in-hash in-vector in-naturals struct-copy raise with-continuation-mark dynamic-wind call/cc
		class/c inherit inherit-field super-new pubment augment define/augment new make-object is-a? mixin unit
		match* match-define-values match-lambda* match-let* quasiquote quote-syntax syntax/loc local-require
		for-template for-label for-meta submod file lib planet only combine-in define-runtime-path
		check-equal? check-true check-false check-exn null empty void`

	commonLispKeywords = `defun defmacro defvar defparameter defconstant defstruct defclass defmethod defgeneric defpackage
		in-package define-condition deftype defsetf define-modify-macro define-compiler-macro define-symbol-macro
		define-setf-expander let let* flet labels macrolet symbol-macrolet lambda if cond when unless case ecase ccase
		typecase etypecase ctypecase do do* dolist dotimes loop progn prog1 prog2 prog prog* progv block return
		return-from tagbody go catch throw unwind-protect handler-case handler-bind restart-case restart-bind
		multiple-value-bind multiple-value-setq multiple-value-call multiple-value-prog1 destructuring-bind setq setf
		psetq psetf incf decf push pop pushnew and or not function quote declare declaim proclaim the locally eval-when
		with-open-file with-slots with-accessors with-output-to-string with-input-from-string assert check-type
		call-next-method nil t &optional &rest &key &body &aux &allow-other-keys &whole &environment otherwise .`

	emacsLispKeywords = `defun defmacro defvar defvar-local defconst defcustom defgroup defface defsubst defalias define-inline
		define-minor-mode define-derived-mode define-globalized-minor-mode define-key cl-defun cl-defmacro cl-defmethod
		cl-defgeneric cl-defstruct let let* letrec if-let if-let* when-let when-let* and-let* if cond when unless pcase
		pcase-let pcase-let* pcase-dolist cl-case cl-flet cl-labels cl-loop cl-letf cl-destructuring-bind while while-let
		dolist dotimes cl-dolist progn prog1 prog2 lambda setq setf setq-default setq-local quote function and or not
		condition-case catch throw unwind-protect save-excursion save-restriction save-match-data save-current-buffer
		with-current-buffer with-temp-buffer with-demoted-errors with-eval-after-load ignore-errors interactive declare
		eval-when-compile eval-and-compile require provide named-let use-package push pop incf cl-incf
		nil t &optional &rest &key &body &allow-other-keys .`
)

// lispNumbers are the numbers with a base.
var lispNumbers = []Span{
	{Open: "#x", Kind: Number, Form: "number-mark"}, {Open: "#X", Kind: Number, Form: "number-mark"},
	{Open: "#b", Kind: Number, Form: "number-mark"}, {Open: "#o", Kind: Number, Form: "number-mark"},
	{Open: "#B", Kind: Number, Form: "number-mark"}, {Open: "#O", Kind: Number, Form: "number-mark"},
}
