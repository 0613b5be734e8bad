/* Written by `npm run modules`. */
import type alerts from './issuancePortal/alerts.json'
import type cardStock from './issuancePortal/cardStock.json'
import type databases from './issuancePortal/databases.json'
import type designs from './issuancePortal/designs.json'
import type enrollmentDesigns from './issuancePortal/enrollmentDesigns.json'
import type enrollments from './issuancePortal/enrollments.json'
import type flashPasses from './issuancePortal/flashPasses.json'
import type fleet from './issuancePortal/fleet.json'
import type printers from './issuancePortal/printers.json'
import type printing from './issuancePortal/printing.json'
import type restIssuanceApiErrors from './issuancePortal/restIssuanceApiErrors.json'
import type siteAgents from './issuancePortal/siteAgents.json'
import type smartCards from './issuancePortal/smartCards.json'

/** The texts of `en/issuancePortal/`, by file. */
export interface IssuancePortal {
  alerts: typeof alerts
  cardStock: typeof cardStock
  databases: typeof databases
  designs: typeof designs
  enrollmentDesigns: typeof enrollmentDesigns
  enrollments: typeof enrollments
  flashPasses: typeof flashPasses
  fleet: typeof fleet
  printers: typeof printers
  printing: typeof printing
  restIssuanceApiErrors: typeof restIssuanceApiErrors
  siteAgents: typeof siteAgents
  smartCards: typeof smartCards
}
