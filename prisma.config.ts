import { defineConfig } from 'prisma/config';

/** Where `prisma generate` finds the schema. Migrations run through server/db/migrate.ts instead of the Prisma CLI. */
export default defineConfig({ schema: 'prisma/schema' });
