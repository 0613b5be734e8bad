import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { Streamed } from '../../../kit/routes.ts'
import { updateRow } from '../../../platform/db/row-sets.ts'
import { MailFailed } from '../../../platform/mail.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'
import { definitions } from '../../identity/user-attributes/index.ts'
import { expectMailServer, sendMail } from '../../settings/email-messages/index.ts'
import { mailOf } from '../notices/index.ts'
import { codePlaces } from '../otps/index.ts'
import { openCells } from './grid-cells.ts'
import type { PrintFormat } from './grid-pdf.ts'
import { readGridAgain, type StoredGrid } from './grids.repository.ts'
import { attributesOf, subjectOf } from './grids.service.ts'

const printed = async (ctx: Context, card: StoredGrid, locale: string) => ({
  serial: String(card.serial),
  rows: card.rows,
  columns: card.columns,
  cells: await openCells(ctx, card),
  company: ctx.tenant.companyName,
  owner: card.owner_name,
  locale,
})

/** The library is loaded with the first card that is printed. */
const pdfOf = async (
  ctx: Context,
  card: StoredGrid,
  how: { locale: string; format: PrintFormat },
) => {
  const { gridPdf } = await import('./grid-pdf.ts')
  return gridPdf(await printed(ctx, card, how.locale), how.format)
}

const expectWorth = (card: StoredGrid): void => {
  if (card.state === 'CANCELED' || card.retired !== null) throw new ApiError('grid_invalid_state')
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/** A card to be printed: shows its contents. @throws grid_invalid_state */
export const exportCard = async (
  ctx: Context,
  card: StoredGrid,
  format: PrintFormat,
): Promise<Streamed> => {
  expectWorth(card)
  const content = await pdfOf(ctx, card, { locale: ctx.locale, format })
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'GRID_EXPORTED', {
      subject: subjectOf(card),
      attributes: { ...attributesOf(card), format },
    })
  })
  return new Streamed(`grid-${card.serial}.pdf`, once(content))
}

/** Where in a request the attribute is named. */
type AttributePath = 'body.emailAttributeName' | 'body.emailParms.emailAttributeName'

/**
 * An attribute that holds an address: `email`, or the tenant's own of type EMAIL.
 * @throws invalid_parameters
 */
export const expectMailAttribute = async (
  ctx: Context,
  attribute: string,
  path: AttributePath = 'body.emailAttributeName',
): Promise<void> => {
  if (attribute === 'email') return
  const found = (await definitions(ctx)).find(({ id }) => id === attribute)
  if (found?.group === 'EXTRA' && found.type === 'EMAIL') return
  throw new ApiError('invalid_parameters', {
    fields: [{ path, message: 'not_an_email_attribute' }],
  })
}

/**
 * Mails a card to its owner.
 * @param attribute the one that holds the address, checked by `expectMailAttribute`
 * @throws grid_invalid_state, no_contact, email_server_missing, email_not_sent
 */
export const mailCard = async (
  ctx: Context,
  card: StoredGrid,
  attribute: string,
): Promise<StoredGrid> => {
  expectWorth(card)
  if (card.user_id === null) throw new ApiError('grid_invalid_state')
  const to = await codePlaces.mailRecipient(ctx, card.user_id, attribute)
  await expectMailServer(ctx)
  const locale = to.locale ?? ctx.tenant.defaultLocale
  const { clock, ids } = ctx.platform
  const { address, userAgent: browser } = ctx.request
  const content = await pdfOf(ctx, card, { locale, format: 'A4' })
  // Noted before it goes: from then on it may lie in a mailbox.
  await ctx.transaction(async (ctx) => {
    await updateRow(ctx, 'grids', { id: card.id, mailed_at: clock.now() })
    audit(ctx, 'GRID_MAILED', {
      subject: subjectOf(card),
      attributes: { ...attributesOf(card), attribute },
    })
  })
  const notice = { kind: 'gridCard', values: { label: String(card.serial) } } as const
  try {
    await sendMail(ctx, {
      ...mailOf({ ...to, locale }, { ...notice, at: clock.now(), address, browser }),
      id: ids.uuid(),
      isLast: true,
      isAwaited: true,
      files: [{ name: `grid-${card.serial}.pdf`, contentType: 'application/pdf', content }],
    })
  } catch (error) {
    if (!(error instanceof MailFailed) && !(error instanceof OutboundRefused)) throw error
    throw new ApiError('email_not_sent', { cause: error })
  }
  return readGridAgain(ctx, card.id)
}
