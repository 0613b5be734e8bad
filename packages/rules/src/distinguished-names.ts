const maximumLength = 8192
const attributeType = /^(?:[A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)+)$/
/** A value's characters: anything but the specials of RFC 4514, section 2.4, unless escaped. */
const attributeValue = /^(?:[^\\"+,;<>\0]|\\(?:[ "#+,;<=>\\]|[0-9A-Fa-f]{2}))*$/
const hexValue = /^#(?:[0-9A-Fa-f]{2})+$/

/** Splits at separators that no backslash escapes. */
const splitUnescaped = (text: string, separator: string): string[] => {
  const parts: string[] = []
  let start = 0
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === separator) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** Spaces around a part are tolerated as most parsers do; an escaped one at the end stays. */
const trimPart = (part: string): string => {
  const trimmed = part.trim()
  return trimmed.endsWith('\\') && part.trimStart() !== trimmed ? `${trimmed} ` : trimmed
}

const isAttribute = (text: string): boolean => {
  const equals = text.indexOf('=')
  if (equals < 0) return false
  const value = trimPart(text.slice(equals + 1))
  return (
    attributeType.test(text.slice(0, equals).trim()) &&
    (value.startsWith('#') ? hexValue.test(value) : attributeValue.test(value))
  )
}

/** The text form of RFC 4514, spaces after separators accepted; the empty name is refused. */
export const isDistinguishedName = (text: string): boolean =>
  text.length <= maximumLength &&
  splitUnescaped(text, ',')
    .flatMap((relative) => splitUnescaped(relative, '+'))
    .every(isAttribute)
