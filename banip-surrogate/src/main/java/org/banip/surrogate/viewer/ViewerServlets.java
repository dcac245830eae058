package org.banip.surrogate.viewer;

import jakarta.servlet.ServletContext;
import java.util.List;
import java.util.function.Supplier;
import org.banip.surrogate.endpoint.Access;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.endpoint.HostServlets;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.interconnect.Interconnects;
import org.banip.surrogate.settings.AccessSettings;

/** Puts the servlets for viewers into a container. */
public final class ViewerServlets {
    private final Interconnects interconnects;
    private final HostParts parts;
    private final HostRequests requests;
    private final Supplier<List<String>> extensions;

    /**
     * Servlets over these interconnects.
     *
     * @param extensions what the host's extensions say of themselves, a line each
     */
    public ViewerServlets(
            Interconnects interconnects, HostParts parts, HostRequests requests, Supplier<List<String>> extensions) {
        this.interconnects = interconnects;
        this.parts = parts;
        this.requests = requests;
        this.extensions = extensions;
    }

    /** Adds them to a context that is being started. */
    public void install(ServletContext context, AccessSettings settings) {
        SurrogatesServlet surrogates =
                new SurrogatesServlet(interconnects, parts, requests, new Access(settings), extensions);
        HostServlets.add(context, "banip-surrogates", surrogates, "/surrogates/*");
        HostServlets.add(context, "banip-page", new PageServlet(requests), "");
    }
}
