package analyzer

// Objective-C, alone and on top of C++.

const (
	// objcKeywords: a name with @ before it is a directive or a literal of the language, and one token.
	// The words without @ are reserved only in places; nobody names anything else like them.
	objcKeywords = ` @interface @implementation @protocol @end @class @property @synthesize @dynamic @selector @encode
		@optional @required @public @private @protected @package @try @catch @finally @throw @synchronized
		@autoreleasepool @import @compatibility_alias @defs @available @YES @NO @true @false
		id SEL IMP Class BOOL instancetype self super nil Nil NULL YES NO import in inout bycopy byref oneway
		nonatomic atomic strong weak copy assign retain readonly readwrite getter setter nullable nonnull
		__strong __weak __block __unsafe_unretained __autoreleasing __bridge __bridge_transfer __bridge_retained
		_Nonnull _Nullable _Null_unspecified __kindof __typeof__ __attribute__ typeof true false bool`
	objcValues = "@YES @NO @true @false self super nil Nil NULL YES NO true false"
)

// objcStrings are the literals of C; with @ before them they are objects.
var objcStrings = []span{
	{Open: `"`, Close: `"`, Kind: String, Escape: '\\', Prefix: "@ L u U u8"},
	{Open: `'`, Close: `'`, Kind: Char, Escape: '\\', Prefix: "@ L u U u8"},
}

func init() {
	add(
		row{
			Name: "Objective-C", Aliases: "objc", Linguist: "Logos",
			Keywords:   cKeywords + objcKeywords,
			ValueWords: objcValues,
			Operators:  cOperators, NameLead: "@",
			Numbers:     leadingDot | trailingDot,
			LineComment: "//", BlockComment: "/* */",
			Spans: objcStrings,
		},
		row{
			Name: "Objective-C++", Aliases: "objc++ objcpp mm", ByName: true,
			Keywords:   cKeywords + cppKeywords + objcKeywords,
			ValueWords: objcValues + " " + cppValues,
			Operators:  cppOperators, NameLead: "@",
			NumberSep: "'", Numbers: leadingDot | trailingDot,
			LineComment: "//", BlockComment: "/* */",
			Spans: append([]span{cppRaw}, objcStrings...),
		},
	)
}
