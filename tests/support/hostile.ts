/** Texts of about so many characters that a parser, a cleaner or a regular expression may take too long over, by what they are made of. */
const filled = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length))
const inside =
  (open: string, piece: string, close = '') =>
  (length: number) =>
    open + filled(piece, length) + close

export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  blanks: inside('<pre>x\n \n', ' ', '</pre>'),
  'tabs and line ends': inside('<pre>x', '\t\t\t\n\n', '</pre>'),
  'comments in an address': inside('<a href="', 'b<!--a-->', '">x</a>'),
  'comments in many addresses': inside('', `<img src="${'b<!--a-->'.repeat(400)}">`),
  'comments in an address of Chinese': inside('<img src="', '县<!--a-->', '">x'),
  'open comments': inside('<p>x', '<!--'),
  'unclosed tags': inside('', '<b>x'),
  'unclosed paragraphs': inside('', '<p>x'),
  'end tags of nothing, deep': (length) => filled('<div>', 4900) + filled('</b>', length),
  'lists in lists': inside('', '<ul><li>x'),
  'tables in tables': inside('', '<table><tr><td>x'),
  'a long table': inside('<table>', '<tr><td style="text-align:center">1</td><td>县</td></tr>', '</table>'),
  headings: inside('', '<h1><br><h1 '),
  'empty headings': inside('<h1>', '&nbsp; <br>', 'x'),
  entities: inside('<p class>', '&amp;&#1;&lt;', '</p>'),
  'halves of entities': inside('<p class>', '&#1&', '</p>'),
  'opening marks': inside('<p class>x', '<'),
  'opened links': inside('<p class>x', '<a href="/x" '),
  'pictures as data': inside('<p>x</p><img src="data:image/png;base64,', 'A', '">'),
  attributes: (length) => `<p ${Array.from({ length: length / 8 }, (_, i) => `a${i}="1"`).join(' ')}>x</p>`,
  'one attribute': inside('<p title="', ' a="', '">x</p>'),
  'one style': inside('<p style="', 'color:red;', '">x</p>'),
  'many styles': inside('', `<p style="${'a{(/*'.repeat(200)}">x</p>`),
  'styles of pages': inside('', '<p style="text-indent:2em;color:#333333;mso-bidi-font-size:12pt">县政协</p>'),
  'raw texts': inside('<p class>x', '<noscript><iframe><title><svg>'),
  'plain paragraphs with an end that is not': inside('', `<p>县</p>${' '.repeat(40)}`, '<'),
}
