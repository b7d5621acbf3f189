import type { ConfigProviderProps } from 'antd'
import loaded from 'antd/es/locale/zh_CN.js'

/** antd's Chinese words; its types call the module what is the module's default. */
export const zhCN = loaded as unknown as NonNullable<ConfigProviderProps['locale']>
