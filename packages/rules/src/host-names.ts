/** What surrounds a host in a URL, or is written in its place. */
const notInNames = /[\s/\\?#@:%[\]<>^|]/

/**
 * A host name as it is compared and stored: lower case, internationalized labels in their ASCII form
 * (IDNA), no trailing dot. Text that is no host name comes back as it is.
 */
export const canonicalHostname = (text: string): string => {
  if (text === '' || notInNames.test(text) || !URL.canParse(`http://${text}`)) return text
  return new URL(`http://${text}`).hostname.replace(/\.$/, '')
}
