/**
 * A surrogate host for tests: speaks the protocol over real sockets, and fails as it is told to.
 *
 * <p>Flows in: bytes, all kept. Flows out: answers, or what a {@link org.banip.mbu.testhost.Fault} makes of them. One thread a
 * connection.
 */
@NullMarked
package org.banip.mbu.testhost;

import org.jspecify.annotations.NullMarked;
