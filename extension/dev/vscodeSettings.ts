// User settings that keep a VS Code under test quiet: nothing pops up, nothing is asked of the internet.
// Must not know: Parley's own settings.

export type Settings = Readonly<Record<string, unknown>>;

export const quietSettings: Settings = {
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  // The web workbench saves by itself otherwise; on a desktop it does not.
  "files.autoSave": "off",
  "git.autofetch": false,
  "git.openRepositoryInParentFolders": "never",
  "js/ts.tsserver.automaticTypeAcquisition.enabled": false,
  "js/ts.tsserver.checkNpmIsInstalled": false,
  // One TypeScript process is enough, and spares 200 MB.
  "js/ts.tsserver.useSyntaxServer": "never",
  "npm.fetchOnlinePackageInfo": false,
  // Else every port that a test opens is announced.
  "remote.autoForwardPorts": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "update.showReleaseNotes": false,
  "window.commandCenter": false,
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.settings.enableNaturalLanguageSearch": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
};
