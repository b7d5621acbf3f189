import { randomUUID } from 'node:crypto'
import type { Endpoint } from '../../core/contract/endpoint.ts'
import { Refused } from '../../core/errors.ts'
import { newCaptcha } from '../access/captcha.ts'
import type { Ctx } from '../context.ts'
import { validate } from '../http/validate.ts'
import { FileReply, type Handler, perform } from '../pipeline.ts'
import { isOtherContent } from '../request-key.ts'
import type { AreaPage } from '../site/area-pages.ts'
import { drawAreaPage } from '../site/preview.ts'

/** Forms that the server draws for browsers without scripts, and answers with a page. */

/** By the way back of the browser, with another text. */
const sentBefore =
  '您刚才已经用这个网页提交过一次，那一次已收到；要把改动后的内容另外再提交一份，请填写新的验证码后再提交'

/** The captcha of a form, and a key of its own: sent twice, it comes through once. */
export async function opened(ctx: Ctx): Promise<{ codeId: string; image: string; requestKey: string }> {
  const { codeId, png } = await newCaptcha(ctx)
  const image = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
  return { codeId, image, requestKey: randomUUID() }
}

/** A form's page. @param page what its area shows there */
export const pageOf = async (ctx: Ctx, page: Omit<AreaPage, 'kind' | 'path'>): Promise<FileReply> =>
  new FileReply('text/html; charset=utf-8', await drawAreaPage(ctx.parts.site.site, page))

/**
 * Has what was typed done by the public call that the form is for, behind its captcha and its limits.
 * @param name of the call: `mail.webAdd`
 * @throws Refused as the call itself
 */
export async function sentFor(
  ctx: Ctx,
  [name, e, handler]: readonly [name: string, e: Endpoint, handler: Handler],
  { requestKey, verifyCode, ...given }: { readonly requestKey: string; readonly verifyCode: string },
): Promise<unknown> {
  const input = validate(e, { ...given, ...(verifyCode !== '' && { verifyCode }) })
  try {
    return await perform(e, handler, ctx.parts, { ...ctx.call, name, key: '', says: e.says, requestKey }, null, input)
  } catch (error) {
    // the page that answers has a key of its own
    if (isOtherContent(error)) throw new Refused('CONFLICT', sentBefore)
    throw error
  }
}
