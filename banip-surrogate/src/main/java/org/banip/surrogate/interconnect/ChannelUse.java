package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which of the open reverse channels acknowledgements and commands go on: those of paths that packets come by, and that are not about to be left
 * (docs/protocol.md, sections 4.3 and 4.4). Owned by the interconnect's serial executor.
 */
final class ChannelUse {
    private final List<OpenReverseChannel> open;
    private final SessionPaths paths;

    /** Of the channels in this list, oldest first, which {@link ReverseChannels} changes. */
    ChannelUse(List<OpenReverseChannel> open, SessionPaths paths) {
        this.open = open;
        this.paths = paths;
    }

    /** The oldest channel of the path of this name, or else of all; there is at least one. */
    OpenReverseChannel oldest(String path) {
        for (OpenReverseChannel channel : open) {
            if (channel.peer().path().equals(path)) {
                return channel;
            }
        }
        return open.get(0);
    }

    /** The newest channel that commands may go on, if there is one of the paths in use. */
    @Nullable
    OpenReverseChannel newest(long nowNanos) {
        PathReception last = last(nowNanos);
        OpenReverseChannel idle = null;
        for (int i = open.size() - 1; i >= 0; i--) {
            OpenReverseChannel channel = open.get(i);
            if (channel.takesCommands(nowNanos) && isInUse(channel, last, nowNanos)) {
                return channel;
            }
            idle = idle == null && channel.takesCommands(nowNanos) && mayBeUsed(channel, nowNanos) ? channel : idle;
        }
        return idle;
    }

    /** The channels that may be of this path, in a list of their own. */
    List<OpenReverseChannel> ofPath(PathReception path) {
        List<OpenReverseChannel> ofPath = new ArrayList<>(open);
        ofPath.removeIf(channel -> channel.isNamed() && channel.path(paths) != path);
        return ofPath;
    }

    /** Whether the channel is known to be of this path. */
    boolean isOf(OpenReverseChannel channel, PathReception path) {
        return channel.path(paths) == path;
    }

    /**
     * Whether acknowledgements and commands go on it.
     *
     * @param last the path by which packets {@linkplain #last came last}
     */
    boolean isInUse(OpenReverseChannel channel, @Nullable PathReception last, long nowNanos) {
        if (!mayBeUsed(channel, nowNanos)) {
            return false;
        }
        PathReception path = channel.path(paths);
        return !channel.isNamed() || last == null || path == last || path != null && path.isInUse(nowNanos);
    }

    /** Of the paths that have a channel that may be used, the one by which packets came last; null if none came. */
    @Nullable
    PathReception last(long nowNanos) {
        PathReception last = null;
        for (int i = 0; i < open.size(); i++) {
            PathReception path = open.get(i).path(paths);
            if (path != null && path.isLaterThan(last) && mayBeUsed(open.get(i), nowNanos)) {
                last = path;
            }
        }
        return last;
    }

    /** Whether the channel's path is not to be left (docs/protocol.md, section 4.4), or all are. */
    boolean mayBeUsed(OpenReverseChannel channel, long nowNanos) {
        if (!isLeft(channel, nowNanos)) {
            return true;
        }
        for (int i = 0; i < open.size(); i++) {
            if (!isLeft(open.get(i), nowNanos)) {
                return false;
            }
        }
        return true;
    }

    private boolean isLeft(OpenReverseChannel channel, long nowNanos) {
        PathReception path = channel.path(paths);
        return path != null && path.isLeft(nowNanos);
    }
}
