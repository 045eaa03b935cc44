import { defineConfig } from 'prisma/config';

/** Where `prisma generate` finds the schema. Migrations run through server/migrations/migrate.ts instead of the Prisma CLI. */
export default defineConfig({ schema: 'prisma/schema' });
