import { z } from 'zod'
import { sexes, userStates, userTypes } from '../../domain/enums.ts'
import { idNumber } from '../personal.ts'
import { choice, day, idOf, lineOf, phone, sampled, text } from '../shared.ts'

/** What may be written of somebody of the staff, one by one or many at once. */
export const userFields = {
  account: sampled(
    text('账号', 50, 1)
      .trim()
      .regex(
        /^[A-Za-z0-9\u4e00-\u9fff][A-Za-z0-9\u4e00-\u9fff._@-]*$/,
        '只能用字母、数字、汉字和 . _ @ -，以字母、数字或汉字开头',
      ),
    'lihua',
  ),
  name: sampled(lineOf('姓名', 50), '李华'),
  deptId: idOf('dept'),
  position: text('职务', 50).trim().nullish(),
  mobile: z
    .union([z.literal('').transform(() => null), phone()])
    .meta(phone().meta() ?? {})
    .nullish(),
  idNumber: z
    .union([z.literal('').transform(() => null), idNumber()])
    .meta(idNumber().meta() ?? {})
    .nullish(),
  sex: choice('性别', sexes).nullish(),
  ehrNo: text('工号', 50).trim().nullish(),
  dingId: text('钉钉编号', 100).trim().nullish(),
  enterAt: day('入职时间').nullish(),
  userType: choice('用户类型', userTypes).optional(),
  state: choice('状态', userStates).optional(),
}
