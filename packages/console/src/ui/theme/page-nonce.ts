/** The nonce that the server wrote into this page: styles without it are refused (CSP Level 3). */
export const pageNonce = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
