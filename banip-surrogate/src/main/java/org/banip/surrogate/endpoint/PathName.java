package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServletRequest;
import org.banip.core.interconnect.Protocol;
import org.banip.surrogate.interconnect.PathTotals;

/** The name of the path that a request uses (docs/protocol.md, "Names of paths"). */
final class PathName {
    private PathName() {}

    /** The MBU's name, if it gave one that is allowed: a wrong one is no error, because the name is for people only. */
    static String of(HttpServletRequest request) {
        String name = request.getHeader(Protocol.PATH_HEADER);
        return name != null && Protocol.isPathName(name) ? name : PathTotals.UNNAMED;
    }
}
