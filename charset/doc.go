// Package charset reads text in the encodings that source code comes in, and tells where in the original what was read
// stands.
//
//	text := charset.Decode(content)
//	lex(text.UTF8)
//	at := text.Original(token.Start) // in content
//
// What is told apart, in this order:
//
//   - by a byte order mark: UTF-8, UTF-32 and UTF-16 in both byte orders;
//   - UTF-16 without a mark, by its NUL bytes: a quarter of the code units in the first 8,000 bytes, and 16 at least, are
//     ASCII, and all of the content are characters that stand in texts. Numbers of 16 bits soon are something else;
//   - UTF-8, and UTF-8 with some bytes broken: no more than it has characters beyond ASCII. Both are taken as they are;
//   - Shift-JIS (as Windows has it, code page 932), if all of it is that, and its double bytes stand beside each other as
//     kana and kanji do. A curly quote of Windows-1252 and the letter behind it are a kanji, too, but such stand alone;
//   - Windows-1252, which contains Latin-1, if there are no control characters and no bytes that it leaves undefined.
//     Other encodings that contain ASCII, as EUC-JP or KOI8-R, come out as wrong letters where they are not ASCII, but
//     always as the same ones.
//
// What is none of these, such as a program, is UTF-8 as it is: nothing is an error here.
//
// Line breaks are line breaks in all of these encodings, so lines have the same numbers in both texts. A byte order mark is
// kept as U+FEFF: then the first line begins at its first byte in both, too.
package charset
