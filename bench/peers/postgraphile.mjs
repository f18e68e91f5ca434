import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { tenantOf } from '../rows.ts';

const { DATABASE_URL, DATABASE_POOL_SIZE, PORT } = process.env;

// It warns of tables it has no name for; nobody asks for them here.
console.warn = () => {};

const api = postgraphile({
  extends: [PostGraphileAmberPreset],
  // It would offer to sort and to filter by indexed columns alone.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString: DATABASE_URL,
      poolConfig: { max: Number(DATABASE_POOL_SIZE) },
      schemas: ['public'],
      pubsub: false,
      pgSettingsForIntrospection: { role: 'barre_app' },
    }),
  ],
  gather: { installWatchFixtures: false },
  grafserv: { watch: false, websockets: false, outputDataAsString: true },
  grafast: {
    explain: false,
    context: ({ node }) => ({
      pgSettings: {
        role: 'barre_app',
        'app.organization_id': tenantOf(node.req.headers.authorization ?? ''),
      },
    }),
  },
});
const server = createServer();
await api.createServ(grafserv).addTo(server);
server.listen(Number(PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
