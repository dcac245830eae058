/** What tests use to talk to a host over real sockets. */
package org.banip.surrogate.wire;
