package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Enumeration;
import org.banip.core.interconnect.Protocol;
import org.banip.surrogate.interconnect.PathTotals;

/** The name of the path that a request uses (docs/protocol.md, "Names of paths"). */
final class PathName {
    private PathName() {}

    /** The MBU's name, if it gave a single one that is allowed: a wrong one is no error. */
    static String of(HttpServletRequest request) {
        Enumeration<String> names = request.getHeaders(Protocol.PATH_HEADER);
        String name = names.hasMoreElements() ? names.nextElement() : "";
        return Protocol.isPathName(name) && !names.hasMoreElements() ? name : PathTotals.UNNAMED;
    }
}
