import type { apply as contract } from '../../../core/contract/apply.ts'
import type { Parsed } from '../../../core/contract/endpoint.ts'
import type { SettingName } from '../../../core/domain/settings.ts'
import { Refused } from '../../../core/errors.ts'
import type { Ctx } from '../../context.ts'
import { setting } from '../../settings.ts'
import { checked, hold, write } from '../setting/write.ts'
import { applyFields, applySetting, applySettings } from './settings.ts'

/** Reads the settings; what is given is saved. */
export async function system(ctx: Ctx, given: Parsed<typeof contract.system>) {
  const wanted = applyFields.filter((field) => given[field] !== undefined)
  if (wanted.length > 0) {
    await hold(ctx)
    const values = new Map<SettingName, string>()
    for (const field of wanted)
      values.set(applySetting(field), await checked(ctx, applySetting(field), String(given[field])))
    const changed = await write(ctx, values)
    if (changed) ctx.record(changed)
  }
  return applySettings(ctx)
}

/** @throws Refused BAD_STATE where requests are taken on paper alone */
export async function refuseClosed({ db }: Ctx): Promise<void> {
  if ((await setting(db, 'apply.open')) !== '1')
    throw new Refused('BAD_STATE', '网上暂不受理申请，请当面或邮寄提交，见申请指南')
}
