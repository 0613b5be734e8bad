const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Certificates one below the other, as PEM or one in base64. */
export const certificatesIn = (text: string): string[] => {
  const found = text.match(pem)
  if (found !== null) return found
  return text.trim() === '' ? [] : [text.trim()]
}

export const asPem = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`
