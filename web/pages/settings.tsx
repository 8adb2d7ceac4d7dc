import { AiSettings } from '../parts/ai-settings.tsx';
import { Hosts } from '../parts/hosts.tsx';
import { Usage } from '../parts/usage.tsx';
import { useDashboard } from '../shell/dashboard.ts';

/** How the team's AI is set up, what the plan allows and what is used, and whether hosts reach it. */
export default function Settings() {
  const dashboard = useDashboard();
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label="Settings" tabIndex={0}>
        <h1 class="page-title">Settings</h1>
        {dashboard.may('getAiSettings') && <AiSettings />}
        <Usage />
        <Hosts />
      </section>
    </div>
  );
}
