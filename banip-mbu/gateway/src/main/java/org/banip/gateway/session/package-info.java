/**
 * BANs and their MBUs: samples in, sessions out. Netty's threads offer samples; one thread of its own starts and ends MBUs.
 */
@NullMarked
package org.banip.gateway.session;

import org.jspecify.annotations.NullMarked;
