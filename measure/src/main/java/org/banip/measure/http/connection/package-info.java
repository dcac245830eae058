/**
 * What both ends of a connection have in common: keys, TLS and windows. All versions use BoringSSL and TLS 1.3.
 *
 * <p>Flows in: a key file. Flows out: contexts for TCP and for QUIC. Immutable; any thread.
 */
@NullMarked
package org.banip.measure.http.connection;

import org.jspecify.annotations.NullMarked;
