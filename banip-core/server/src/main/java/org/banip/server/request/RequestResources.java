package org.banip.server.request;

import java.time.Duration;

/**
 * What the requests to a server share.
 *
 * @param buffers for reading bodies
 * @param deadlines end what takes too long
 * @param unread after this time the connection of a client is closed that reads nothing of a whole answer
 */
public record RequestResources(BufferPool buffers, Deadlines deadlines, Duration unread) {}
