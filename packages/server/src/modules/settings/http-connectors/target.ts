import { fillUrl, TemplateRefused } from '@signet/rules/connector-templates'
import type { Context } from '../../../kit/context.ts'
import * as targets from '../../../platform/outbound/targets.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'

/** Codes and passwords do not travel in clear. @throws OutboundRefused */
export const expectSafe = (ctx: Context, url: URL): void =>
  targets.expectSafe(ctx.platform, targets.webTarget(url))

/**
 * Tells at once what no call would reach: an address inside, plain http to anywhere. Names are looked
 * up with each call.
 */
export const isRefusedTarget = async (ctx: Context, template: string): Promise<boolean> => {
  try {
    const target = targets.webTarget(new URL(fillUrl(template, {})))
    await targets.expectReachable(ctx.platform, target)
    return false
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof TemplateRefused) return true
    throw error
  }
}
