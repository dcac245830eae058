/**
 * A surrogate host for tests. It speaks the protocol over real sockets, and fails as the test demands.
 *
 * <p>Flows in: bytes, which are all kept. Flows out: answers, or the result of a {@link org.banip.mbu.testhost.Fault}. One thread for each
 * connection.
 */
@NullMarked
package org.banip.mbu.testhost;

import org.jspecify.annotations.NullMarked;
