import type { ThemeConfig } from 'antd'

export const primary = '#1d5b9e'

/** antd's own blue, placeholder and description greys fail the contrast of 4.5; these do not. */
export const theme: ThemeConfig = {
  token: {
    colorPrimary: primary,
    colorInfo: primary,
    colorLink: primary,
    // under the pointer antd's own is lighter than can be read on grey
    colorLinkHover: '#174a80',
    colorLinkActive: '#123a66',
    colorError: '#b3261e',
    colorWarning: '#8a5300',
    // made of that dark one they would be a muddy brown
    colorWarningBg: '#fffbe6',
    colorWarningBorder: '#f0c36d',
    colorSuccess: '#1f7a3d',
    colorText: '#1f2329',
    colorTextSecondary: '#4e5560',
    colorTextTertiary: '#5b6470',
    colorTextDescription: '#5b6470',
    colorTextPlaceholder: '#666e79',
    colorTextDisabled: '#6b7280',
    fontFamily: "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Source Han Sans SC', sans-serif",
    borderRadius: 4,
    motion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.16s',
    // the turning sign says that it is busy; what it says stays readable
    opacityLoading: 1,
  },
  components: {
    Table: { cellPaddingBlockSM: 7, headerBg: '#f5f6f8', rowSelectedBg: '#e8f0f9', rowSelectedHoverBg: '#dce8f5' },
    Tree: { nodeSelectedBg: '#e8f0f9' },
  },
}
