import type { Entry } from './entry.ts'

/** Terms of cards. */
export const cardsEntries: readonly Entry[] = [
  {
    head: 'cardDesign',
    at: '/credentialdesigns',
    words: 'card template; badge; id card; card layout; badge design; card designer',
  },
  {
    head: 'enrollmentDesign',
    at: '/enrollmentdesigns',
    words: 'enrollment design; workflow; capture form; enrollment form; data capture',
  },
  {
    head: 'cardholder',
    at: '/credentials',
    words: 'cardholder; enrollment; issue card; print card; id badge; issued cards; visitor',
  },
  {
    head: 'externalDatabase',
    at: '/externaldatabases',
    words: 'odbc; sql; database; personnel database; hr database; oracle; postgresql; data source',
  },
  {
    head: 'flashPassDesign',
    at: '/mobileflashpassdesigns',
    words: 'wallet pass; apple wallet; google wallet; mobile id; digital card; flash pass design',
  },
  {
    head: 'flashPassSettings',
    at: '/settings/mobileflashpass',
    words:
      'pass type id; apple team id; wallet certificate; google issuer id; wallet credentials; flash pass',
  },
  {
    head: 'printer',
    at: '/printers',
    words: 'card printer; ipp printer; sigma; datacard; ribbon; add a printer; print server',
  },
  {
    head: 'printerDashboard',
    at: '/printerdashboard',
    words:
      'printer status; consumables; fleet management; printer health; printer monitoring; cleaning',
  },
  {
    head: 'printQueue',
    at: '/printqueue',
    words: 'print jobs; spooler; waiting cards; pending prints; reprint',
  },
  {
    head: 'siteAgent',
    at: '/siteagents',
    words: 'site agent; card reader; local agent; encoder; usb reader; pc/sc',
  },
  {
    head: 'smartCardProfile',
    at: '/smartcard',
    words: 'mifare; desfire; seos; prox; chip encoding; card format; wiegand; facility code',
  },
  {
    head: 'smartCard',
    at: '/smartcards',
    words: 'smart card inventory; card stock; csn; chip card; contactless card; blank cards',
  },
  {
    head: 'fleetAlert',
    at: '/settings/fmaasalerts',
    words: 'printer alerts; fleet alert; fmaas; alert email; supply alert',
  },
]
