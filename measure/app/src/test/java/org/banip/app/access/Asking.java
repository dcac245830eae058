package org.banip.app.access;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.interconnect.Protocol;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.server.tls.TlsFiles;
import org.banip.surrogate.wire.TestMbu;

/** Asks one server for everything on behalf of everybody, and notes the status of each answer. */
final class Asking {
    private static final int OK = 200;
    private static final int CREATED = 201;
    /** The session that was asked for has been deregistered. */
    private static final int GONE = 204;

    private static final SensorGroup ECG = SensorGroup.live(
            "ecg", Frequency.ofHz(250), List.of(new Channel("II", "mV", 12, -2048, 2047, -10.24, 10.235)));

    private final URI server;
    private final Secrets secrets;
    /** Who registers the sessions that others ask for. */
    private final Caller owner;
    /** Whether people can log in there. */
    private final boolean people;

    private final LogInPage page;
    /** One that is open, until somebody may end it. */
    private Optional<UUID> session = Optional.empty();
    /** One of which something is stored. */
    private String recorded = "";

    private final Map<Optional<TlsFiles>, SSLContext> clients = new HashMap<>();

    Asking(URI server, Secrets secrets, Caller owner, boolean people) {
        this.server = server;
        this.secrets = secrets;
        this.owner = owner;
        this.people = people;
        page = new LogInPage(server);
    }

    /** The rows of a table: the name of each caller, then what each endpoint answered. */
    List<List<String>> rows(List<Caller> callers, List<Endpoint> endpoints) throws Exception {
        List<List<String>> rows = new ArrayList<>();
        for (Caller caller : callers) {
            List<String> row = new ArrayList<>();
            row.add(caller.name());
            for (Endpoint endpoint : endpoints) {
                row.add(cell(caller, endpoint));
            }
            rows.add(row);
        }
        return rows;
    }

    /** The status of the list of BANs for a browser with this cookie. */
    int list(String cookie) throws Exception {
        return ask(Caller.nobody("a browser").with("Cookie", cookie), Endpoint.LIST, UUID.randomUUID())
                .status();
    }

    private String cell(Caller caller, Endpoint endpoint) throws Exception {
        if (!endpoint.needsSession()) {
            return inWords(ask(caller, endpoint, UUID.randomUUID()), endpoint);
        }
        if (session.isEmpty()) {
            session = Optional.of(UUID.randomUUID());
            int registered = ask(owner, Endpoint.REGISTRATION, session.get()).status();
            if (registered != CREATED) {
                throw new IllegalStateException(owner.name() + " cannot register at " + server + ": " + registered);
            }
        }
        Exchange answer = ask(caller, endpoint, session.get());
        if (endpoint.equals(Endpoint.DEREGISTRATION) && answer.status() == GONE) {
            session = Optional.empty();
        }
        return inWords(answer, endpoint);
    }

    private static String inWords(Exchange answer, Endpoint endpoint) {
        if (answer.status() == 0) {
            return "refused";
        }
        boolean lacks =
                endpoint.lists() && answer.status() == OK && !answer.body().contains("\"ban-1\"");
        return answer.status() + (lacks ? " without it" : "");
    }

    private Exchange ask(Caller caller, Endpoint endpoint, UUID session) throws Exception {
        List<String> fields = new ArrayList<>(caller.credentials().fields(page));
        String body = "";
        if (endpoint.type().equals(Protocol.JSON_TYPE)) {
            body = registration(session);
        } else if (endpoint.equals(Endpoint.LOG_IN)) {
            body = logIn(fields);
        } else if (endpoint.equals(Endpoint.LOG_OUT)) {
            body = people ? page.logOutForm(fields) : "";
        }
        if (!endpoint.type().isEmpty()) {
            fields.addAll(List.of("Content-Type", endpoint.type()));
        }
        String path = endpoint.path()
                .replace("{session}", session.toString())
                .replace("{recorded}", recorded)
                .replace("{alert}", UUID.randomUUID().toString());
        return Exchange.of(
                new Exchange.Request(server, endpoint.method(), path, fields, body),
                client(caller.certificate()),
                endpoint.lists());
    }

    /** The host's own form, filled in by somebody who knows a password; the cookie of it joins the others. */
    private String logIn(List<String> fields) throws Exception {
        if (!people) {
            return "name=viewer&password=x&key=x";
        }
        LogInPage.Form form = page.filledIn("viewer", Secrets.PASSWORD);
        int cookie = fields.indexOf("Cookie");
        if (cookie < 0) {
            fields.addAll(List.of("Cookie", form.cookie()));
        } else {
            fields.set(cookie + 1, fields.get(cookie + 1) + "; " + form.cookie());
        }
        return form.body();
    }

    /** Stores something of ban-1. */
    void record(Map<String, String> fields) throws IOException {
        BanDescription ban = new BanDescription("ban-1", TestMbu.BAN.groups());
        TestMbu mbu = new TestMbu(server, fields, "packetizer(units=" + TestMbu.UNITS + ",hold=0)", ban);
        RegistrationAnswer unused = mbu.register();
        int status = mbu.send(0, 5).status();
        if (status != OK) {
            throw new IllegalStateException("nothing is stored at " + server + ": " + status);
        }
        recorded = "?session=" + mbu.session();
    }

    private static String registration(UUID session) {
        return RegistrationRequest.builder(session, "packetizer", new BanDescription("ban-1", List.of(ECG)))
                .build()
                .toJson();
    }

    private SSLContext client(Optional<TlsFiles> certificate) throws Exception {
        SSLContext known = clients.get(certificate);
        if (known == null) {
            known = Exchange.tls(secrets.authority.certificate(), certificate);
            clients.put(certificate, known);
        }
        return known;
    }
}
