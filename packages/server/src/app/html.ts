/** Text as HTML shows it, also within an attribute. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const inline = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? escaped(part) : `<code>${escaped(part)}</code>`))
    .join('')

const paragraph = (text: string): string => {
  const lines = text.split('\n')
  if (!lines.every((line) => line.startsWith('- '))) return `<p>${inline(text)}</p>`
  return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`
}

/** The Markdown that descriptions are written in: paragraphs, lists, and code between backticks. */
export const prose = (text: string): string =>
  text
    .split('\n\n')
    .filter((part) => part.trim() !== '')
    .map(paragraph)
    .join('')
