/** The settings that name columns of local news, each by a call of its own. */
export const newsSettings = ['site.capital', 'site.province', 'site.city', 'site.trading'] as const

/** The settings of the site that name columns by their folders. */
export const siteFolders = ['site.topics', 'site.interact', 'site.meeting', ...newsSettings] as const
/** All settings that do. */
export const ofFolders = [
  ...siteFolders,
  ...([
    'interWorking.leader',
    'interWorking.org',
    'interWorking.common',
    'interWorking.policyDoc',
    'voice.columns',
    'compliance.newsColumns',
    'compliance.policyColumns',
    'compliance.planColumns',
    'compliance.freeColumns',
    'compliance.disclosureColumns',
    'compliance.siteReportColumns',
  ] as const),
] as const
