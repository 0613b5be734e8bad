/** RFC 8011, sections 5.3.7 and 5.4.11, from 3 on. */
export const enumWords: ReadonlyMap<string, readonly string[]> = new Map([
  ['printer-state', ['idle', 'processing', 'stopped']],
  [
    'job-state',
    [
      'pending',
      'pending-held',
      'processing',
      'processing-stopped',
      'canceled',
      'aborted',
      'completed',
    ],
  ],
])
export const firstOfEnum = 3

/** RFC 8011, appendix B, and the registry of IANA, in the order of their numbers; a space more for each without. */
export const statusWords: ReadonlyMap<number, readonly [prefix: string, words: string]> = new Map([
  [
    0x00,
    [
      'successful-',
      'ok ok-ignored-or-substituted-attributes ok-conflicting-attributes ok-ignored-subscriptions ok-ignored-notifications ok-too-many-events ok-but-cancel-subscription ok-events-complete',
    ],
  ],
  [
    0x04,
    [
      'client-error-',
      'bad-request forbidden not-authenticated not-authorized not-possible timeout not-found gone request-entity-too-large request-value-too-long document-format-not-supported attributes-or-values-not-supported uri-scheme-not-supported charset-not-supported conflicting-attributes compression-not-supported compression-error document-format-error document-access-error attributes-not-settable ignored-all-subscriptions too-many-subscriptions ignored-all-notifications client-print-support-file-not-found document-password-error document-permission-error document-security-error document-unprintable-error     not-fetchable',
    ],
  ],
  [
    0x05,
    [
      'server-error-',
      'internal-error operation-not-supported service-unavailable version-not-supported device-error temporary-error not-accepting-jobs busy job-canceled multiple-document-jobs-not-supported printer-is-deactivated too-many-jobs too-many-documents',
    ],
  ],
])
