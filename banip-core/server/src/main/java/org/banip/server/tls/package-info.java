/**
 * TLS of the servers and of their clients, and where they may do without it.
 *
 * <p>Flows in: what the settings say. Flows out: a server's certificate, the authorities that a client trusts, or an error. Any thread.
 */
@NullMarked
package org.banip.server.tls;

import org.jspecify.annotations.NullMarked;
