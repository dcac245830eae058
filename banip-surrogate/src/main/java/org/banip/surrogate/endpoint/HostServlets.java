package org.banip.surrogate.endpoint;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import org.banip.core.interconnect.Protocol;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.interconnect.Interconnects;
import org.banip.surrogate.settings.AccessSettings;

/** Puts the servlets for MBUs and brokers into a container. */
public final class HostServlets {
    private final Interconnects interconnects;
    private final HostParts parts;
    private final HostRequests requests;

    /** Servlets over these interconnects. */
    public HostServlets(Interconnects interconnects, HostParts parts, HostRequests requests) {
        this.interconnects = interconnects;
        this.parts = parts;
        this.requests = requests;
    }

    /** Adds them to a context that is being started. */
    public void install(ServletContext context, AccessSettings settings) {
        BrokerAccess access = new BrokerAccess(settings, parts.clock());
        add(
                context,
                "banip-interconnects",
                new InterconnectServlet(interconnects, parts, requests, access),
                "/" + Protocol.INTERCONNECTS + "/*");
    }

    /** Adds one asynchronous servlet. */
    public static void add(ServletContext context, String name, Servlet servlet, String mapping) {
        ServletRegistration.Dynamic registration = context.addServlet(name, servlet);
        if (registration == null) {
            throw new IllegalStateException("a servlet named " + name + " is in this context already");
        }
        registration.setAsyncSupported(true);
        registration.addMapping(mapping);
    }
}
