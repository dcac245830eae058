package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.json.JsonWriter;
import org.banip.server.request.AsyncRequest;
import org.banip.surrogate.endpoint.Answers;
import org.banip.surrogate.endpoint.HostRequests;
import org.banip.surrogate.people.Admission;
import org.banip.surrogate.people.People;
import org.banip.surrogate.people.Person;
import org.banip.surrogate.people.Right;

/** {@code GET who}: tells a page whether the host has a viewers' file, and the name of the person who is logged in. Everybody may ask. */
final class WhoServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient HostRequests requests;
    private final transient Optional<People> people;

    WhoServlet(HostRequests requests, Optional<People> people) {
        this.requests = requests;
        this.people = people;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AsyncRequest.throwIfBroken(request);
        if (!request.getMethod().equals("GET")) {
            requests.refuse(
                    request,
                    response,
                    new BanipException(ErrorCode.MALFORMED_REQUEST, "only GET is a method of this resource"));
            return;
        }
        AsyncRequest call = requests.open(request, response, "-");
        call.executor().execute(() -> Answers.json(call, HttpServletResponse.SC_OK, document(request)));
    }

    private String document(HttpServletRequest request) {
        JsonWriter out = new JsonWriter().beginObject().field("named", people.isPresent());
        Optional<String> cookie = people.isPresent() ? LogInCookies.logIn(request) : Optional.empty();
        Optional<Person> person = cookie.flatMap(value -> people.orElseThrow().withCookie(value, false))
                .map(Admission::person);
        if (person.isPresent()) {
            out.field("name", person.get().name());
            cookie.flatMap(people.orElseThrow()::formKey).ifPresent(key -> out.field("key", key));
            out.beginList("rights");
            Arrays.stream(Right.values()).filter(person.get()::may).forEach(right -> out.element(token(right)));
            out.endList();
        }
        return out.endObject().toString();
    }

    private static String token(Right right) {
        return right.name().toLowerCase(java.util.Locale.ROOT);
    }
}
