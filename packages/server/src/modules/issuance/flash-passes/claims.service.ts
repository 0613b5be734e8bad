import { FlashPassClaim } from '@signet/contract/issuance/flash-passes'
import {
  type PassWallet,
  passStateAt,
  type WalletType,
  walletOfType,
} from '@signet/rules/flash-passes'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { withActor } from '../../../kit/create-context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { LedOn, Streamed } from '../../../kit/routes.ts'
import { holdRow } from '../../../platform/db/row-sets.ts'
import { settings } from '../../settings/families/index.ts'
import { issuanceCredits } from '../../tenancy/entitlements/index.ts'
import { findRecords } from '../enrollments/index.ts'
import { designWithWorkflow, type PassDesign, readyWallets } from '../flash-pass-designs/index.ts'
import {
  notePasses,
  passesChanged,
  passSubject,
  removeClaims,
  type StoredPass,
} from '../live-passes/index.ts'
import { findClaim, useClaim } from './claims.repository.ts'
import { findLivePass, findPass } from './flash-passes.repository.ts'
import { downloadUri, makeLink, pageOfLink } from './links.ts'
import { applePassOf, givenToGoogle, type PassOfRecord } from './pass-files.ts'

type Shown = z.output<typeof FlashPassClaim>

const day = 86_400_000

const badLink = (): ApiError => new ApiError('ISSUANCE_FLASH_PASS_LINK_INVALID')
const noPass = (): ApiError => new ApiError('ISSUANCE_FLASH_PASS_NOT_FOUND')

const isLive = ({ state, ends_at }: Pick<StoredPass, 'state' | 'ends_at'>, now: Date): boolean => {
  const shown = passStateAt({ state, endsAt: ends_at }, now)
  return shown === 'ISSUED' || shown === 'CLAIMED'
}

/** Of the design’s wallets those that are set up. */
const walletsOf = async (ctx: Context, { content }: PassDesign): Promise<readonly PassWallet[]> => {
  const ready = readyWallets({ set: await settings.flashPass(ctx) })
  return content.wallets.filter((wallet) => ready.includes(wallet))
}

/** Whoever holds a link is nobody we know; the system looks the pass up for them. */
export const asSystem = (ctx: Context): Context =>
  withActor(ctx, { kind: 'system', name: 'flash-pass-claim' })

interface Open {
  readonly pass: StoredPass
  readonly design: PassDesign
  readonly wallets: readonly PassWallet[]
  readonly expiresAt: Date
}

/** @throws ISSUANCE_FLASH_PASS_LINK_INVALID for one that was used, is over, or never was; account_locked */
const openLink = async (ctx: Context, shown: Shown): Promise<Open> => {
  if (ctx.tenant.locked) throw new ApiError('account_locked')
  const claim = await findClaim(ctx, shown)
  const pass = claim === undefined ? undefined : await findPass(ctx, claim.pass_id)
  if (claim === undefined || pass === undefined) throw badLink()
  if (!isLive(pass, ctx.platform.clock.now())) throw badLink()
  const { row: design } = await designWithWorkflow(ctx, pass.design_id)
  const { wallet, expires_at: expiresAt } = claim
  const wallets = await walletsOf(ctx, design)
  const open = wallet === null ? wallets : wallets.filter((each) => each === wallet)
  return { pass, design, wallets: open, expiresAt }
}

/** What a link is good for; uses nothing up. @throws ISSUANCE_FLASH_PASS_LINK_INVALID, account_locked */
export const readClaim = async (anonymous: Context, shown: Shown) => {
  const ctx = asSystem(anonymous)
  const { design, wallets, expiresAt } = await openLink(ctx, shown)
  const { companyName } = ctx.tenant
  return { companyName, title: design.content.title, wallets: [...wallets], expiresAt }
}

/** A pass ends its days after its first claim, whatever is claimed later. */
const endOf = ({ pass, design }: Open, now: Date): Date | null => {
  const { validDays } = design.content
  if (pass.state === 'CLAIMED' || validDays === null) return pass.ends_at
  return new Date(now.getTime() + validDays * day)
}

interface Claimed {
  readonly wallet: PassWallet
  readonly endsAt: Date | null
}

/**
 * Uses the link up with all others of its pass, and takes a credit the first time: all of it or
 * nothing.
 * @throws ISSUANCE_FLASH_PASS_LINK_INVALID, ISSUANCE_FLASH_PASS_NO_CREDIT
 */
const settle =
  (ctx: Context, shown: Shown, { wallet, endsAt }: Claimed) =>
  (id: string) =>
    ctx.transaction(async (ctx) => {
      const now = ctx.platform.clock.now()
      const pass = await holdRow(ctx, 'flash_passes', id)
      if (pass === undefined || !isLive(pass, now)) throw badLink()
      if (!(await useClaim(ctx, shown))) throw badLink()
      const isFirst = pass.state === 'ISSUED'
      if (isFirst && (await issuanceCredits.take(ctx, 1)) === 0) {
        throw new ApiError('ISSUANCE_FLASH_PASS_NO_CREDIT')
      }
      const first = isFirst ? { state: 'CLAIMED' as const, claimed_at: now, ends_at: endsAt } : {}
      const put =
        wallet === 'APPLE'
          ? { apple_at: pass.apple_at ?? now }
          : { google_at: pass.google_at ?? now }
      const change = { ...first, ...put }
      await notePasses(ctx, [id], { event: 'CLAIMED', detail: wallet, change })
      await removeClaims(ctx, [id])
      audit(ctx, 'FLASH_PASS_CLAIMED', { subject: passSubject(pass), attributes: { wallet } })
    })

interface Wanted<T> {
  readonly wallet: PassWallet
  /** Done before anything is used up: a wallet that fails costs nobody a link. */
  readonly make: (of: PassOfRecord) => Promise<T>
}

const claim = async <T>(ctx: Context, shown: Shown, { wallet, make }: Wanted<T>): Promise<T> => {
  const open = await openLink(ctx, shown)
  if (!open.wallets.includes(wallet)) throw new ApiError('ISSUANCE_FLASH_PASS_NOT_READY')
  const endsAt = endOf(open, ctx.platform.clock.now())
  const { pass, design } = open
  const made = await make({ pass: { ...pass, ends_at: endsAt }, design })
  try {
    await settle(ctx, shown, { wallet, endsAt })(pass.id)
  } catch (error) {
    // It was made of what no longer holds: phones that have it are told what does.
    await ctx.transaction((ctx) => passesChanged(ctx, { ids: [pass.id] }))
    throw error
  }
  return made
}

const readShown = (json: string): Shown => {
  try {
    return FlashPassClaim.parse(JSON.parse(json))
  } catch {
    throw badLink()
  }
}

/** Leads to the page of a link; uses nothing up. @throws ISSUANCE_FLASH_PASS_LINK_INVALID, account_locked */
export const openPage = async (ctx: Context, shown: Shown): Promise<LedOn> => {
  await openLink(asSystem(ctx), shown)
  return new LedOn(pageOfLink(ctx, shown))
}

/** @throws as `openPage` */
export const openForApple = (ctx: Context, json: string): Promise<LedOn> =>
  openPage(ctx, readShown(json))

/** @throws ISSUANCE_FLASH_PASS_LINK_INVALID, ISSUANCE_FLASH_PASS_NOT_READY, ISSUANCE_FLASH_PASS_NO_CREDIT */
export const claimForApple = async (anonymous: Context, json: string): Promise<Streamed> => {
  const ctx = asSystem(anonymous)
  const file = await claim(ctx, readShown(json), {
    wallet: 'APPLE',
    make: (of) => applePassOf(ctx, of),
  })
  return new Streamed('pass.pkpass', [file])
}

/** @throws as `claimForApple`, ISSUANCE_FLASH_PASS_WALLET_FAILED */
export const claimForGoogle = async (anonymous: Context, shown: Shown) => {
  const ctx = asSystem(anonymous)
  const uri = await claim(ctx, shown, { wallet: 'GOOGLE', make: (of) => givenToGoogle(ctx, of) })
  return { uri }
}

interface Asked {
  readonly walletType: WalletType
  readonly enrollmentId: string
}

/**
 * A link for somebody who stands before the caller.
 * @throws ISSUANCE_ENROLLMENT_NOT_FOUND, ISSUANCE_FLASH_PASS_NOT_FOUND,
 * ISSUANCE_FLASH_PASS_NOT_READY
 */
export const linkFor = async (ctx: Context, { walletType, enrollmentId }: Asked) => {
  await findRecords(ctx, [enrollmentId])
  const found = await findLivePass(ctx, enrollmentId)
  if (found === undefined || !isLive(found, ctx.platform.clock.now())) throw noPass()
  const { row: design } = await designWithWorkflow(ctx, found.design_id)
  const wallet = walletOfType[walletType]
  if (!(await walletsOf(ctx, design)).includes(wallet)) {
    throw new ApiError('ISSUANCE_FLASH_PASS_NOT_READY')
  }
  return ctx.transaction(async (ctx) => {
    const pass = await holdRow(ctx, 'flash_passes', found.id)
    if (pass === undefined || !isLive(pass, ctx.platform.clock.now())) throw noPass()
    const { token, expiresAt, pageUri } = await makeLink(ctx, { id: pass.id, enrollmentId }, wallet)
    await notePasses(ctx, [pass.id], { event: 'LINK_MADE', detail: wallet })
    audit(ctx, 'FLASH_PASS_LINK_MADE', { subject: passSubject(pass), attributes: { wallet } })
    return {
      downloadUri: downloadUri(ctx, wallet, { enrollmentId, claimToken: token }),
      pageUri,
      expiresAt,
    }
  })
}
