package analyzer

// Fortran, in free form and in the fixed form of punched cards; see pickFortran for which one a source is in.
// Nothing is reserved in Fortran; the keywords are the words that open statements and attributes.

const (
	keywordsOfFortran = `program module submodule subroutine function end endif enddo endprogram endmodule endsubroutine
		endfunction endtype endinterface endselect endwhere endforall endblock endassociate endfile if then else elseif
		elsewhere do while concurrent cycle exit continue select case default goto go to call return stop contains use only
		implicit none integer real double precision doubleprecision complex character logical byte type class parameter
		dimension allocatable pointer target save data common equivalence external intrinsic intent in out inout optional
		public private protected interface procedure operator assignment abstract extends import generic final deferred
		nopass pass pure elemental recursive impure non_recursive result block blockdata associate where forall allocate
		deallocate nullify namelist open close read write print inquire rewind backspace flush format entry include bind
		sequence volatile asynchronous contiguous enum enumerator codimension sync critical error`
	fortranOperators = `** // == /= <= >= => :: (/ /) .and. .or. .not. .xor. .eq. .ne. .lt. .le. .gt. .ge. .eqv. .neqv.
		.true. .false.`
)

// fortranSpans are the literals and the comment that both forms have.
var fortranSpans = []span{
	{Open: "!"},
	doubledStr(`"`), doubledStr(`'`),
	{Open: `'`, Close: `'`, Prefix: "b o z x", Kind: String, Flags: prefixed}, // numbers with a base
	{Open: `"`, Close: `"`, Prefix: "b o z x", Kind: String, Flags: prefixed},
}

// fixedSpans are what the columns mean: comments by a mark in the first, continued lines by one in the sixth.
func fixedSpans() []span {
	var spans []span
	for _, mark := range []string{"C", "c", "*", "D", "d"} {
		spans = append(spans, span{Open: mark, When: columnOne, Flags: glued})
	}
	for _, mark := range "&$123456789+*>.:x#|-" {
		spans = append(spans, span{Open: string(mark), When: columnSix, Form: literal, Flags: glued})
	}
	return append(spans, fortranSpans...)
}

func init() {
	add(
		row{
			Name: "Fortran", Aliases: "f90 f95 f03 f08 f18 fortran90 fortran-free", Linguist: "Fortran Free Form",
			FoldCase: true, Keywords: keywordsOfFortran, Operators: fortranOperators,
			Exponents: "edq", Numbers: leadingDot | trailingDot,
			// The mark of continued lines is white space.
			Spans: append([]span{{Open: "&", Form: literal}}, fortranSpans...),
		},
		row{
			Name: "Fortran Fixed Form", Aliases: "f for ftn f77 fortran77 fortran-fixed", ByName: true,
			FoldCase: true, Keywords: keywordsOfFortran, Operators: fortranOperators,
			Exponents: "edq", Numbers: leadingDot | trailingDot,
			Spans: fixedSpans(),
		},
	)
}
