import { defineModule } from '@/server/platform/access/module';
import { invitationDocument } from '@/server/modules/offers/referrals/documents';
import { attributionEvents } from '@/server/modules/offers/referrals/events';
import { expireAttributionsJob, releaseRewardsJob } from '@/server/modules/offers/referrals/jobs';
import { referralsRouter } from '@/server/modules/offers/referrals/router';
import { referralRoutes } from '@/server/modules/offers/referrals/routes';

export const referralsModule = defineModule({
  tags: {
    Referrals: 'One referral program per workspace: share links, attributions and the rewards of both sides.',
  },
  router: referralsRouter,
  routes: referralRoutes,
  documents: {
    invitation: invitationDocument,
  },
  jobs: [expireAttributionsJob, releaseRewardsJob],
  events: [attributionEvents],
});
