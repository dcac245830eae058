/** Tests of the uplinks on Netty. Flows in: what a test wants. Flows out: uplinks. Thread: the test's. */
@NullMarked
package org.banip.mbu.netty;

import org.jspecify.annotations.NullMarked;
