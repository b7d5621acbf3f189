import { complianceSettings } from './compliance-settings.ts'
import { yesNo } from './enums.ts'
import { type Field, fieldWords } from './fields.ts'
import { type MailKind, mailKinds } from './mail-states.ts'
import { mourningWords } from './mourning.ts'

/** One setting: what people call it, what it may be, and what holds where nobody has set it. */
export type Setting = Field & {
  readonly group: SettingGroup
  readonly default: string
  /** The variable of the server's environment that stands over it. */
  readonly variable?: string
}

/** The groups, in the order of the screen. */
export const settingGroups = {
  site: '网站',
  numbers: '备案与联系',
  front: '首页',
  audit: '审核',
  backup: '备份',
  log: '操作日志',
  upload: '上传',
  signIn: '登录',
  password: '密码',
  mail: '领导信箱',
  suggestion: '意见建议',
  sms: '短信',
  interWorking: '互通',
  voice: '语音',
  apply: '依申请公开',
  questAnswer: '在线问答',
  report: '信息报送',
  compliance: '合规检查',
  export: '导出',
} as const
export type SettingGroup = keyof typeof settingGroups

const text = (
  group: SettingGroup,
  title: string,
  max: number,
  value: string,
  more: { hint?: string; needed?: true; lines?: true } = {},
) => ({ kind: 'text', group, title, max, default: value, ...more }) as const
/** Where what partners push goes, where their own row names no column. */
const pushed = (title: string) =>
  text('interWorking', title, 100, '', { hint: '栏目的目录名；互通单位自己指定了栏目的，以其为准' })
/** When there is nobody to wait for: in the evening and at night. */
const dailyWords = (never: string) =>
  Object.fromEntries([
    ['off', never],
    ...['20', '21', '22', '23', '00', '01', '02', '03', '04', '05', '06'].map((hour) => [
      `${hour}:00`,
      `每天 ${hour}:00`,
    ]),
  ]) as Readonly<Record<string, string>>

/** What a reported piece is worth. */
const points = (title: string, value: string, hint: string) =>
  ({ kind: 'whole', group: 'report', title, min: 0, max: 100, unit: '分', default: value, hint }) as const

/** The columns whose newest articles a call of the specification answers. */
const newsColumns = (title: string, call: string) =>
  text('front', title, 300, '', {
    hint: `栏目的目录名，多个用逗号隔开；供其他程序读取这些栏目的新文章（/web/new/${call}），留空则没有`,
  })

/** Within how many working days letters of a kind are answered. */
const mailDays = (kind: MailKind) =>
  ({
    kind: 'whole',
    group: 'mail',
    title: `${mailKinds[kind].says}的答复期限`,
    min: 1,
    max: 60,
    unit: '个工作日',
    default: String(mailKinds[kind].days),
    hint: '对以后收到的来信有效，已收到的仍按收到时的期限',
  }) as const

/** Everything that an administrator sets without a restart. The numbers are evident placeholders. */
export const settings = {
  'site.name': text('site', '网站名称', 60, '青石县政协', { needed: true }),
  'site.fullName': text('site', '单位全称', 100, '中国人民政治协商会议青石县委员会', { needed: true }),
  'site.description': text(
    'site',
    '网站简介',
    500,
    '青石县政协网站，发布政协要闻、通知公告、提案工作、委员风采等信息，是人民政协联系界别群众的窗口。',
    { hint: '供搜索引擎显示', lines: true },
  ),
  'site.keywords': text('site', '关键词', 300, '青石县,政协,提案,委员,社情民意', { hint: '用逗号隔开' }),
  'site.base': {
    ...{ kind: 'address', group: 'site', title: '网站网址', needed: true, default: 'http://127.0.0.1:8080/site' },
    hint: '访问者所见的网址，对外开放前须改为实际网址；其中的路径在每个链接前面；由本服务提供网站时以 /site 结尾',
  },
  'site.service': {
    ...{ kind: 'address', group: 'site', title: '互动服务的网址', default: '' },
    hint: '网页放在别的网址、由本服务接收表单和检索时填本服务的网址，如 https://fw.example.gov.cn；网页就在本服务上时留空',
  },
  'offSite.address': {
    ...{ kind: 'address', group: 'site', title: '核实下线时访问的网址', default: '' },
    hint: '下架、删除文章后再以访问者的身份打开这个网址核实，写法同「网站网址」；留空则只核实本机生成的文件',
  },
  'site.skin': text('site', '网站皮肤', 60, 'default', { needed: true }),
  'site.auto': {
    ...{ kind: 'choice', group: 'site', title: '发布后自动更新网页', words: yesNo, default: '1' },
    hint: '下架总是立即生效',
  },
  'site.grey': {
    ...{ kind: 'choice', group: 'site', title: '灰色显示', words: mourningWords, default: 'off' },
    hint: '国家公祭、全国哀悼等日子用；选「只有首页」或「全站」并在下一项填好日期，就只在那些日子变灰',
  },
  'site.greyDays': text('site', '灰色显示的日期', 300, '', {
    hint: '如 12-13（每年这一天）、2027-04-04（只这一天），多个用逗号隔开；上一项为「不用」时不起作用，留空则一直灰色',
  }),
  'generate.daily': {
    ...{ kind: 'choice', group: 'site', title: '定时生成全站', words: dailyWords('不定时生成'), default: 'off' },
    hint: '每天在这个时间生成一次；结果见「计划任务」',
  },
  'links.daily': {
    ...{ kind: 'choice', group: 'site', title: '定时检查链接', words: dailyWords('不定时检查'), default: '03:00' },
    hint: '每天在这个时间检查已发布的文章中有没有失效的链接，结果见文章管理的「失效链接」',
  },
  'links.outside': {
    ...{ kind: 'choice', group: 'site', title: '检查站外链接', words: yesNo, default: '0' },
    hint: '检查链接时也打开指向其他网站的链接，每次最多 3000 个；服务器须能访问互联网',
  },
  'site.host': text('numbers', '主办单位', 100, '政协青石县委员会办公室'),
  'site.operator': text('numbers', '承办单位', 100, '青石县政协信息中心'),
  'site.code': text('numbers', '网站标识码', 20, '0000000000'),
  'site.icp': text('numbers', 'ICP 备案号', 60, '冀ICP备00000000号'),
  'site.police': text('numbers', '公安备案号', 60, '公网安备 00000000000000号'),
  'site.phone': text('numbers', '联系电话', 60, '0000-0000000'),
  'site.address': text('numbers', '联系地址', 200, '青石县人民路 1 号'),
  'site.badge': {
    ...{ kind: 'address', group: 'numbers', title: '党政机关网站标识', default: '' },
    hint: '标识所链接的页面，由发证机关给出；没有就留空',
  },
  'site.errorReport': {
    ...{
      kind: 'address',
      group: 'numbers',
      title: '网站找错',
      default: 'https://zfwzgl.www.gov.cn/exposure/jiucuo.html',
    },
  },
  'site.topics': text('front', '专题专栏', 100, 'zhuanti', {
    hint: '栏目的目录名；其下级栏目（没有时为文章）出现在首页',
  }),
  'site.interact': text('front', '互动交流', 300, 'sheqing,tian-banli', { hint: '栏目的目录名，多个用逗号隔开' }),
  'site.meeting': text('front', '会议栏目', 300, '', {
    hint: '栏目的目录名，多个用逗号隔开；供其他程序读取会议文章（webGetMeetingList），留空则没有',
  }),
  'site.capital': newsColumns('中央要闻栏目', 'capital'),
  'site.province': newsColumns('省内要闻栏目', 'province'),
  'site.city': newsColumns('市内要闻栏目', 'city'),
  'site.trading': newsColumns('公共资源交易栏目', 'xaxGgzyjypt'),
  'backup.daily': {
    ...{ kind: 'choice', group: 'backup', title: '定时备份', words: dailyWords('不定时备份'), default: 'off' },
    hint: '每天在这个时间备份一次，存到启动服务时 --backups 所指的目录；结果见「计划任务」和 xzx doctor',
  },
  'backup.keep': {
    ...{ kind: 'whole', group: 'backup', title: '保留备份', min: 1, max: 1000, unit: '份', default: '14' },
    hint: '定时备份完成后只留最近几份，以及最近同样多天里每天的最后一份，较早的删除',
  },
  'log.archiveDaily': {
    ...{ kind: 'choice', group: 'log', title: '定时归档日志', words: dailyWords('不定时归档'), default: 'off' },
    hint: '每天在这个时间把超过保留年限的整月日志写成签名的文件，存在数据目录的 log-archive 中，再从数据库中移出',
  },
  'log.keepYears': {
    ...{ kind: 'whole', group: 'log', title: '日志在库中保留', min: 1, max: 30, unit: '年', default: '3' },
    hint: '不到这个年限的日志不会移出数据库，最少一年',
  },
  'export.keepDays': {
    ...{ kind: 'whole', group: 'export', title: '导出的文件保留', min: 1, max: 30, unit: '天', default: '7' },
    hint: '在后台导出的文件到期后删除，可以重新导出；每人最多留 100 个、共 2 GB，超出时最早的先删除',
  },
  'export.jobFrom': {
    ...{
      kind: 'whole',
      group: 'export',
      title: '从多少行起在后台导出',
      min: 100,
      max: 1_000_000,
      unit: '行',
      default: '5000',
    },
    hint: '管理界面中的列表超过这么多行时，建议在后台导出；少于的直接下载',
  },
  'audit.twoPeople': {
    ...{ kind: 'choice', group: 'audit', title: '两人审核', words: yesNo, default: '0' },
    hint: '初审通过的人不能自己发布同一篇文章',
  },
  'upload.longestSide': {
    ...{ kind: 'whole', group: 'upload', title: '图片最长边', min: 320, max: 10_000, unit: '像素', default: '1920' },
    hint: '更大的图片在上传时缩小',
  },
  'signIn.idleMinutes': {
    ...{ kind: 'whole', group: 'signIn', title: '空闲多久后退出', min: 1, max: 1440, unit: '分钟', default: '30' },
    ...{ hint: '对以后的登录有效', variable: 'XZX_SESSION_IDLE_MINUTES' },
  },
  'signIn.hours': {
    ...{ kind: 'whole', group: 'signIn', title: '最长多久后退出', min: 1, max: 168, unit: '小时', default: '12' },
    ...{ hint: '对以后的登录有效', variable: 'XZX_SESSION_HOURS' },
  },
  'signIn.sessions': {
    ...{ kind: 'whole', group: 'signIn', title: '一个账号同时登录几处', min: 0, max: 100, unit: '处', default: '0' },
    hint: '0 为不限；超过时最久没有使用的一处自动退出',
  },
  'signIn.proofMinutes': {
    ...{
      kind: 'whole',
      group: 'signIn',
      title: '重要操作多久后再问密码',
      min: 1,
      max: 720,
      unit: '分钟',
      default: '10',
    },
    hint: '彻底删除、改动权限、导出个人信息之前，登录或上次核对已过这么久的，再问一次密码或动态口令；脚本令牌除外',
  },
  'signIn.nets': text('signIn', '工作人员的登录地址', 1000, '', {
    ...{
      hint: 'IP 地址或网段，多个用逗号隔开，如 10.2.0.0/16,10.3.4.5；留空为不限；也可以只限制某些角色（见「角色」）',
    },
    lines: true,
  }),
  'signIn.tokenDays': {
    ...{ kind: 'whole', group: 'signIn', title: '脚本令牌最长有效', min: 1, max: 366, unit: '天', default: '365' },
    hint: '对以后签发的有效',
  },
  'signIn.noCode': {
    kind: 'choice',
    group: 'signIn',
    title: '免验证码登录',
    words: { on: '允许', loopback: '仅本机', off: '关闭' },
    default: 'on',
    hint: '供脚本和命令行登录；仅本机指能读取密钥文件的用户',
    variable: 'XZX_LOGIN_NO_CODE',
  },
  'signIn.mobile': {
    ...{ kind: 'choice', group: 'signIn', title: '工作人员短信登录', words: yesNo, default: '0' },
    hint: '凭账号登记的手机收到的验证码代替密码；须接通短信网关；动态口令和登录地址的要求不变',
  },
  'signIn.factor': {
    kind: 'choice',
    group: 'signIn',
    title: '动态口令',
    words: { own: '由本人决定', all: '所有人必须使用' },
    default: 'own',
    hint: '登录时除密码外再输入手机应用显示的口令；要求所有人时，尚未绑定的随即退出，重新登录时绑定；也可以只要求某些角色（见「角色」）；脚本令牌除外',
  },
  'password.lengthMin': {
    ...{ kind: 'whole', group: 'password', title: '密码最短', min: 8, max: 64, unit: '个字符', default: '8' },
    hint: '对以后设的密码有效',
  },
  'password.kindsMin': {
    ...{ kind: 'whole', group: 'password', title: '密码至少含几种字符', min: 1, max: 4, unit: '种', default: '3' },
    hint: '大写字母、小写字母、数字、符号（或汉字）；满 16 个字符的不限',
  },
  'password.history': {
    ...{
      kind: 'whole',
      group: 'password',
      title: '不能与最近几次的密码相同',
      min: 1,
      max: 12,
      unit: '次',
      default: '3',
    },
    hint: '含现在的密码',
  },
  'password.expireDays': {
    ...{ kind: 'whole', group: 'password', title: '密码多久过期', min: 0, max: 3650, unit: '天', default: '0' },
    hint: '0 为不过期；过期后登录时须先修改，脚本令牌不受影响；等级保护三级的系统通常定为 90 天',
  },
  'password.firstChange': {
    ...{ kind: 'choice', group: 'password', title: '他人设的密码首次登录须改', words: yesNo, default: '1' },
    hint: '新建的用户和被重置密码的用户',
  },
  'interWorking.leader': pushed('领导活动进入的栏目'),
  'interWorking.org': pushed('机构信息进入的栏目'),
  'interWorking.common': pushed('一般信息进入的栏目'),
  'interWorking.policyDoc': pushed('政策文件进入的栏目'),
  'interWorking.keepDays': {
    ...{
      kind: 'whole',
      group: 'interWorking',
      title: '退回的推送保留',
      min: 30,
      max: 3650,
      unit: '天',
      default: '365',
    },
    hint: '已退回、不予收录的推送过了这么久从推送记录中清除，等待办理的不清除',
  },
  'mail.days0': mailDays(0),
  'mail.days1': mailDays(1),
  'mail.days2': mailDays(2),
  'mail.days3': mailDays(3),
  'mail.days4': mailDays(4),
  'mail.days5': mailDays(5),
  'mail.days6': mailDays(6),
  'suggestion.days': {
    ...{
      kind: 'whole',
      group: 'suggestion',
      title: '建议的答复期限',
      min: 1,
      max: 60,
      unit: '个工作日',
      default: '15',
    },
    hint: '本单位自定的期限；对以后收到的建议有效，已收到的仍按收到时的期限',
  },
  'sms.signature': text('sms', '短信签名', 20, '青石县政协', { needed: true, hint: '在短信开头的【】中' }),
  'sms.code': {
    ...text('sms', '验证码短信', 200, '您的验证码是 {code}，5 分钟内有效。如非本人操作，请忽略本短信。', {
      needed: true,
      lines: true,
    }),
    ...{ hint: '其中的 {code} 换成验证码', holds: '{code}' },
  },
  'voice.columns': text('voice', '自动生成语音的栏目', 300, '', {
    hint: '栏目的目录名，多个用逗号隔开，不含下级栏目；其中已发布的文章每 10 分钟补生成一次，留空则只在文章中手工生成',
  }),
  'apply.open': {
    ...{ kind: 'choice', group: 'apply', title: '网上受理', words: yesNo, default: '1' },
    hint: '选「否」时网站上只有申请指南和查询，申请须当面或邮寄提交',
  },
  'apply.office': text('apply', '受理机构', 100, '政协青石县委员会办公室', {
    needed: true,
    hint: '申请指南和文书中用',
  }),
  'apply.address': text('apply', '受理地址', 200, '青石县人民路 1 号'),
  'apply.phone': text('apply', '受理电话', 60, '0000-0000000'),
  'apply.email': text('apply', '受理邮箱', 100, ''),
  'apply.hours': text('apply', '受理时间', 100, '工作日 8:30–12:00，14:00–17:30'),
  'apply.notes': text('apply', '申请须知', 1000, '', { hint: '显示在申请指南的末尾，每行一段', lines: true }),
  'questAnswer.welcome': text('questAnswer', '欢迎语', 500, '您好，请输入您的问题，为您查找各部门的答复。', {
    hint: '显示在网站的在线问答页上，每行一段',
    lines: true,
  }),
  'report.submitPoints': points(
    '报送一篇得',
    '1',
    '以后报送、审核、采用的按当时的设定计分；被退回和撤回的不得分，加分一并取消',
  ),
  'report.adoptPoints': points('采用一篇再得', '5', '以后采用的按当时的设定计分；取消采用的随即去掉'),
  'report.extraMost': points('一篇最多加', '10', '审核人可以在以上得分之外加分'),
  ...complianceSettings,
  'compliance.daily': {
    ...{ kind: 'choice', group: 'compliance', title: '定时核对', words: dailyWords('不定时核对'), default: '06:00' },
    hint: '每天在这个时间按检查指标核对一次，结果见「计划任务」',
  },
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof settings

/** All settings by their names. */
export const settingNames = Object.keys(settings) as SettingName[]
export const isSetting = (name: string): name is SettingName => Object.hasOwn(settings, name)

/** A setting as its declaration has it. */
export const settingOf = (name: SettingName): Setting => settings[name]

/** What is of this one installation, and wrong in another: a configuration file that is taken from it leaves these out. */
export const placeSettings: readonly SettingName[] = ['site.base', 'site.service', 'offSite.address']

/** What holds where nobody has set it. */
export const defaultOf = (name: SettingName): string => settings[name].default

/** A value in words, for people. */
export const settingWords = (name: SettingName, value: string): string => fieldWords(settingOf(name), value)
