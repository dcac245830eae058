package org.banip.surrogate.viewer;

import jakarta.servlet.ServletContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.surrogate.alert.Alerting;
import org.banip.surrogate.endpoint.Access;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.endpoint.HostServlets;
import org.banip.surrogate.interconnect.HostParts;
import org.banip.surrogate.interconnect.Interconnects;
import org.banip.surrogate.people.People;
import org.banip.surrogate.settings.AccessSettings;

/** Puts the servlets for viewers into a container. */
public final class ViewerServlets {
    private final Interconnects interconnects;
    private final HostParts parts;
    private final HostRequests requests;
    private final Supplier<List<String>> extensions;
    private final Optional<People> people;
    private final Optional<Alerting> alerting;

    /**
     * Servlets over these interconnects.
     *
     * @param extensions what the host's extensions say of themselves, a line each
     * @param people those who are named, if any are
     * @param alerting the host's alerts, if it keeps any
     */
    public ViewerServlets(
            Interconnects interconnects,
            HostParts parts,
            HostRequests requests,
            Supplier<List<String>> extensions,
            Optional<People> people,
            Optional<Alerting> alerting) {
        this.interconnects = interconnects;
        this.parts = parts;
        this.requests = requests;
        this.extensions = extensions;
        this.people = people;
        this.alerting = alerting;
    }

    /** Adds them to a context that is being started. */
    public void install(ServletContext context, AccessSettings settings) {
        ViewerGate gate = new ViewerGate(new Access(settings), people, requests);
        SurrogatesServlet surrogates = new SurrogatesServlet(
                interconnects,
                parts,
                gate,
                extensions,
                new CommandResource(interconnects, requests, gate, parts.clock()));
        HostServlets.add(context, "banip-surrogates", surrogates, "/surrogates/*");
        HostServlets.add(context, "banip-recordings", new RecordingsServlet(parts, requests, gate), "/recordings/*");
        HostServlets.add(context, "banip-alerts", new AlertsServlet(parts, requests, gate, alerting), "/alerts/*");
        LogInForm form = new LogInForm();
        HostServlets.add(context, "banip-log-in", new LogInServlet(requests, people, form), "/login");
        HostServlets.add(context, "banip-oidc", new ExternalLogInServlet(requests, people, form), "/oidc");
        HostServlets.add(context, "banip-log-out", new LogOutServlet(requests, people), "/logout");
        HostServlets.add(context, "banip-who", new WhoServlet(requests, people), "/who");
        HostServlets.add(context, "banip-page", new PageServlet(requests), "");
    }
}
