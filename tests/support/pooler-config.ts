type Settings = { port: number; databasePort: number; user: string };

/** A PgBouncer as docs/scaling.md asks for it, in front of a database of the same machine. */
export function poolerConfig({ port, databasePort, user }: Settings): string {
  return `
[databases]
barre = host=127.0.0.1 port=${databasePort} dbname=barre user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 200
; without a primary: try again at once, and let nobody wait longer than a request does
server_login_retry = 1
server_connect_timeout = 2
query_wait_timeout = 5
`;
}
