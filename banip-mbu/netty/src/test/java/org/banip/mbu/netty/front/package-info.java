/** Fronts of the test host that speak HTTP/2. Flows in: requests of MBUs. Flows out: requests of HTTP/1.1. Threads: {@code front-…}. */
@NullMarked
package org.banip.mbu.netty.front;

import org.jspecify.annotations.NullMarked;
