package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.audit.Who;
import org.banip.server.log.ServerLog;
import org.banip.server.password.BasicCredentials;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.HeaderFields;
import org.banip.surrogate.endpoint.Access;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.people.Admission;
import org.banip.surrogate.people.People;
import org.banip.surrogate.people.Person;
import org.banip.surrogate.people.Right;
import org.slf4j.Logger;

/** Finds out who makes a request, before anything else is done for it. Any thread. */
public final class ViewerGate {
    /** Header of what a page asks by itself, so that it does not count as something that its viewer does. */
    static final String BACKGROUND = "Banip-Background";

    private static final Logger LOG = ServerLog.of(ViewerGate.class);

    private final Access access;
    private final Optional<People> people;
    private final HostRequests requests;

    /** A gate for the people of a file, if there is one, and for those who show the shared token or are on this machine. */
    public ViewerGate(Access access, Optional<People> people, HostRequests requests) {
        this.access = access;
        this.people = people;
        this.requests = requests;
    }

    /** The people who are named, if any are. */
    Optional<People> people() {
        return people;
    }

    /**
     * Serves a request of somebody who is let in; refuses others. From then on the request {@linkplain Person#of has} its person.
     *
     * @param label begins the request's log lines
     * @param action is run on the request's serial executor; what it throws is the answer
     */
    public void serve(
            HttpServletRequest request,
            HttpServletResponse response,
            String label,
            BiConsumer<AsyncRequest, Admission> action) {
        AsyncRequest call = requests.open(request, response, label);
        CompletionStage<?> unused = admitted(request)
                .whenComplete((admission, failure) -> call.executor().execute(() -> {
                    if (call.hasEnded()) {
                        return;
                    }
                    if (failure != null) {
                        refuse(call, failure);
                        return;
                    }
                    admission.person().makes(request);
                    requests.seenBy(request, admission.person().who());
                    try {
                        requests.checkAudit();
                        action.accept(call, admission);
                    } catch (BanipException e) {
                        requests.refuse(call, e);
                    }
                }));
    }

    /** Refuses a request because of a failure. */
    void refuse(AsyncRequest call, Throwable failure) {
        requests.refuse(call, causeOf(failure));
    }

    private CompletionStage<Admission> admitted(HttpServletRequest request) {
        try {
            return admit(request);
        } catch (BanipException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** What a failure means to the client. */
    static BanipException causeOf(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof BanipException known) {
            return known;
        }
        LOG.error("- a request failed", cause);
        return new BanipException(ErrorCode.INTERNAL, "the request failed");
    }

    private CompletionStage<Admission> admit(HttpServletRequest request) {
        if (people.isEmpty()) {
            access.checkViewer(request);
            return CompletableFuture.completedFuture(access.hasViewerToken() ? sharing(request) : local());
        }
        if (access.bearsViewerToken(request)) {
            return CompletableFuture.completedFuture(sharing(request));
        }
        Optional<String> header = HeaderFields.only(request, "Authorization");
        if (header.filter(BasicCredentials::areIn).isPresent()) {
            checkSecure(request, people.get());
            BasicCredentials credentials = BasicCredentials.read(header.get())
                    .orElseThrow(() -> unauthenticated("the name and password in Authorization are malformed"));
            HostRequests.claimedBy(request, Who.of(credentials.name(), "password"));
            return people.get().withPassword(credentials, request.getRemoteAddr());
        }
        return CompletableFuture.completedFuture(header.isPresent() ? withToken(request) : withCookie(request));
    }

    private static Admission local() {
        Person person = Person.local();
        return new Admission(person, () -> Optional.of(person));
    }

    private Admission sharing(HttpServletRequest request) {
        String shown = Access.bearer(request).orElse("");
        Person person = Person.ofToken();
        return new Admission(person, () -> access.isViewerToken(shown) ? Optional.of(person) : Optional.empty());
    }

    private Admission withToken(HttpServletRequest request) {
        return Access.bearer(request)
                .flatMap(people.orElseThrow()::withToken)
                .orElseThrow(() -> unauthenticated("the token is nobody's here"));
    }

    private Admission withCookie(HttpServletRequest request) {
        boolean active = request.getHeader(BACKGROUND) == null;
        Optional<String> shown = LogInCookies.logIn(request);
        if (shown.isPresent()) {
            OwnPage.checkWithCookie(request);
        }
        return shown.flatMap(cookie -> people.orElseThrow().withCookie(cookie, active))
                .orElseThrow(
                        () -> unauthenticated("viewers of this host are named: log in at its page, or show a name and"
                                + " password, or a token (--user, --token-file of 'banip watch', 'banip alerts'"
                                + " and 'banip command')"));
    }

    /**
     * Refuses a person without this right.
     *
     * @throws BanipException {@code FORBIDDEN}
     */
    void require(Person person, Right right) {
        if (!person.may(right)) {
            throw new BanipException(
                    ErrorCode.FORBIDDEN, person.name() + " has no role here that may " + right.inWords());
        }
    }

    /**
     * Refuses a person without this right, or without a grant for this BAN; whether the host knows the BAN does not matter.
     *
     * @throws BanipException {@code FORBIDDEN}
     */
    void require(Person person, Right right, String ban) {
        require(person, right);
        if (!person.may(right, ban)) {
            throw new BanipException(ErrorCode.FORBIDDEN, person.name() + " has no grant for this BAN");
        }
    }

    /**
     * Refuses a post that a page of another site makes. A browser sends a cookie with posts of any page, so a log-in needs the key as well; programs show
     * who they are with each request.
     *
     * @param shown the key that came with the post
     * @throws BanipException {@code FORBIDDEN}
     */
    void checkPage(HttpServletRequest request, Person person, Optional<String> shown) {
        if (person.how() == Person.How.LOG_IN) {
            Optional<String> key =
                    LogInCookies.logIn(request).flatMap(cookie -> people.flatMap(known -> known.formKey(cookie)));
            OwnPage.check(request, shown, key);
        } else {
            OwnPage.checkOrigin(request);
        }
    }

    /**
     * Takes passwords over TLS only, but for those who are on this machine.
     *
     * @throws BanipException {@code FORBIDDEN}
     */
    static void checkSecure(HttpServletRequest request, People people) {
        checkSecure(request, people, "passwords");
    }

    /** The same for other credentials. */
    static void checkSecure(HttpServletRequest request, People people, String what) {
        if (!request.isSecure()
                && !Access.isDirect(request)
                && !people.settings().plain()) {
            throw new BanipException(
                    ErrorCode.FORBIDDEN, what + " are taken over TLS (https) only, or on the host's own machine");
        }
    }

    private static BanipException unauthenticated(String message) {
        return new BanipException(ErrorCode.UNAUTHENTICATED, message);
    }
}
