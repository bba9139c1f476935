package chaffinch_test

import (
	"regexp"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// views are templates with the names orders, order, total, late and money, and a comment. Text of
// the view has none of the names.
var views = []struct{ file, comment, source string }{
	{"a.html.erb", "<%# %s %>", `<table>
<% orders.sort_by(&:date).each do |order| %>
  <% next if order.paid? && !late %>
  <tr class="<%= order.overdue? ? 'due' : '' %>"><td><%= l(order.date) %></td>
    <td><%= link_to order.number, order %></td><td><%= money(order.sum - total) %></td></tr>
<% end %>
</table>
`},
	{"a.ejs", "<%# %s %>", `<table>
<% orders.filter(order => !order.paid || late).forEach(order => { %>
  <tr class="<%= order.overdue ? 'due' : '' %>"><td><%- order.date.iso() %></td>
    <td><%= order.number %></td><td><%= money(order.sum - total) %></td></tr>
<% }) %>
</table>
`},
	{"a.html.heex", "<%!-- %s --%>", `<table>
  <tr :for={order <- Enum.sort(orders)} :if={late || !order.paid} class={if order.overdue, do: "due"}>
    <td>{Date.show(order.date)}</td><td><.link href={~p"/show/#{order.id}"}>{order.number}</.link></td>
    <td>{money(order.sum - total)}</td>
  </tr>
</table>
`},
	{"a.mako", "## %s", `<%page args="orders, late"/>
<table>
% for order in sorted(orders, key=by_date):
  % if late or not order.paid:
  <tr class="${'due' if order.overdue else ''}"><td>${order.date | h}</td>
    <td>${order.number}</td><td>${money(order.sum - total)}</td></tr>
  % endif
% endfor
</table>
`},
	{"b.mako", "<%doc> %s </%doc>", `<%def name="line(order, late)">
  <% if late: order.refresh() %>
  <tr class="${'due' if order.overdue else ''}"><td>${order.date | h}</td>
    <td>${order.number}</td><td>${money(order.sum - total)}</td></tr>
</%def>
<table>${line(orders[0], late)}</table>
`},
	{"b.jinja2", "{# %s #}", `<table>
# for order in orders|sort(attribute='date') if late or not order.paid
  <tr class="{{ 'due' if order.overdue else '' }}"><td>{{ order.date|date }}</td>
    <td><a href="{{ url_for('show', id=order.id) }}">{{ order.number }}</a></td><td>{{ money(order.sum - total) }}</td></tr>
# endfor
</table>
`},
	{"c.txt.jinja2", "{# %s #}", `Bills
% for order in orders|sort(attribute='date') if late or not order.paid
  {{ 'due' if order.overdue else '' }} {{ order.date|date }} {{ order.number }}: {{ money(order.sum - total) }}
% endfor
`},
	{"a.html.eex", "<%!-- %s --%>", `<table>
<%= for order <- Enum.sort(orders), late || !order.paid do %>
  <tr class="<%= if order.overdue, do: "due" %>"><td><%= Date.show(order.date) %></td>
    <td><%= order.number %></td><td><%= money(order.sum - total) %></td></tr>
<% end %>
</table>
`},
	{"a.jsp", "<%-- %s --%>", `<table>
<% for (Item order : orders) { if (order.isPaid() && !late) continue; %>
  <tr class="${order.overdue ? 'due' : ''}"><td><%= order.getDate() %></td>
    <td>${order.number}</td><td><%= money(order.getSum() - total) %></td></tr>
<% } %>
</table>
`},
	{"a.ftl", "<#-- %s -->", `<table>
<#list orders as order><#if !order.paid || late>
  <tr class="${order.overdue?string('due', '')}"><td>${order.date?iso_utc}</td>
    <td>${order.number}</td><td><#assign sum = order.sum - total>${money(sum)}</td></tr>
</#if></#list>
</table>
`},
	{"a.cshtml", "@* %s *@", `@model IEnumerable<Item>
@{ var orders = Model.Where(order => !order.Paid); var total = orders.Sum(order => order.Sum); }
<table>
@foreach (var order in orders) {
  var late = order.Date < total;
  <tr class="@(order.Overdue && late ? "due" : "")"><td>@order.Date.ToString("d")</td>
    <td>@order.Number</td><td>@money(order.Sum - total)</td></tr>
}
</table>
`},
	{"a.jinja2", "{# %s #}", `<table>
{% for order in orders|sort(attribute='date') if late or not order.paid %}
  <tr class="{{ 'due' if order.overdue else '' }}"><td>{{ order.date|date }}</td>
    <td><a href="{{ url_for('show', id=order.id) }}">{{ order.number }}</a></td><td>{{ money(order.sum - total) }}</td></tr>
{% endfor %}
</table>
`},
	{"a.twig", "{# %s #}", `<table>
{% for order in orders|filter(order => late or not order.paid) %}
  <tr class="{{ order.overdue ? 'due' : '' }}"><td>{{ order.date|date }}</td>
    <td><a href="{{ path('show', {id: order.id}) }}">{{ order.number }}</a></td><td>{{ money(order.sum - total) }}</td></tr>
{% endfor %}
</table>
`},
	{"a.liquid", "{% comment %} %s {% endcomment %}", `<table>
{% assign late = false %}{% for order in orders %}
  <tr class="{% if order.overdue and late %}due{% endif %}"><td>{{ order.date | date: '%d' }}</td>
    <td>{{ order.number }}</td><td>{{ order.sum | minus: total | money }}</td></tr>
{% endfor %}
</table>
`},
	{"a.hbs", "{{!-- %s --}}", `<table>
{{#each orders as |order|}}
  <tr class="{{#if order.overdue}}due{{else}}{{late}}{{/if}}"><td>{{show order.date}}</td>
    <td>{{order.number}}</td><td>{{money order.sum total}}</td></tr>
{{/each}}
</table>
`},
	{"a.mustache", "{{! %s }}", `<table>
{{#orders}}
  <tr class="{{#late}}due{{/late}}"><td>{{order.date}}</td>
    <td>{{order.number}}</td><td>{{money}} {{order.sum}} {{total}}</td></tr>
{{/orders}}
</table>
`},
	{"a.blade.php", "{{-- %s --}}", `<table>
@foreach ($orders->sortBy('date') as $order)
  @continue($order->paid && !$late)
  <tr class="{{ $order->overdue ? 'due' : '' }}"><td>{{ $order->date->format('d') }}</td>
    <td>{!! $order->number !!}</td><td>{{ money($order->sum - $total) }}</td></tr>
@endforeach
</table>
`},
	{"a.gohtml", "{{/* %s */}}", `<table>
{{ range $i, $order := $orders }}{{ if and $order.Paid $late }}{{ continue }}{{ end }}
  <tr class="{{ if $order.Overdue }}due{{ end }}"><td>{{ $order.Date.Format "d" }}</td>
    <td>{{ $order.Number }}</td><td>{{ money $order.Sum $total }}</td></tr>
{{ end }}
</table>
`},
	{"a.tpl", "{* %s *}", `<table>
{foreach $orders as $order}{if $order.paid && !$late}{continue}{/if}
  <tr class="{if $order.overdue}due{/if}"><td>{$order.date|date_format:'d'}</td>
    <td>{$order.number}</td><td>{money($order.sum - $total)}</td></tr>
{/foreach}
</table>
`},
	{"a.antlers.html", "{{# %s #}}", `<table>
{{ foreach:orders order }}
  <tr class="{{ if order.overdue && late }}due{{ /if }}"><td>{{ order.date | format('d') }}</td>
    <td>{{ order.number }}</td><td>{{ money(order.sum - total) }}</td></tr>
{{ /foreach:orders }}
</table>
`},
	{"a.vue", "<!-- %s -->", `<template>
  <table>
    <tr v-for="order in orders.filter(o => late || !o.paid)" :key="order.id" :class="{ due: order.overdue }">
      <td>{{ show(order.date) }}</td><td><a :href="url(order.id)" @click.prevent="pick(order, true)">{{ order.number }}</a></td>
      <td>{{ money(order.sum - total) }}</td>
    </tr>
  </table>
</template>
`},
	{"a.svelte", "<!-- %s -->", `<table>
  {#each orders.filter(o => late || !o.paid) as order (order.id)}
    <tr class:due={order.overdue}><td>{show(order.date)}</td><td><a href={url(order.id)} on:click={() => pick(order)}>{order.number}</a></td>
      <td>{money(order.sum - total)}</td></tr>
  {/each}
</table>
`},
	{"a.astro", "<!-- %s -->", `---
const { orders, late, total } = Astro.props;
---
<table>
  {orders.filter(o => late || !o.paid).map((order) => (
    <tr class={order.overdue ? 'due' : ''}><td>{show(order.date)}</td><td>{order.number}</td><td>{money(order.sum - total)}</td></tr>
  ))}
</table>
`},
	{"a.component.html", "<!-- %s -->", `<table *ngIf="orders$ | async as orders">
  <tr *ngFor="let order of orders; trackBy: byId" [class.due]="order.overdue && !late">
    <td>{{ order.date | date: 'short' }}</td><td><a [href]="url(order.id)" (click)="pick(order, true)">{{ order.number }}</a></td>
    <td>{{ money(order.sum - total) }}</td>
  </tr>
</table>
`},
	{"a.yml.j2", "{# %s #}", `jobs:
{% for order in orders if late %}
  - name: "{{ order.name }}"
    command: run {{ order.path | quote }} --sum {{ order.sum - total }}
    when: {{ money(order.date) }}
{% endfor %}
`},
	{"a.php", "<?php /* %s */ ?>", `<table>
<?php foreach ($orders as $order): if ($order->paid && !$late) continue; ?>
  <tr class="<?= $order->overdue ? 'due' : '' ?>"><td><?= $order->date->format('d') ?></td>
    <td><?= $order->number ?></td><td><?= money($order->sum - $total) ?></td></tr>
<?php endforeach ?>
</table>
`},
}

var viewNames = map[string]string{"orders": "bills", "order": "bill", "total": "paidSum", "late": "all", "money": "euros"}

// TestCompare_RenamedViews: names in the code of templates are names. A view with other names is a
// renamed copy of all of it. Most of its names occur once, which costs a tenth of the score.
func TestCompare_RenamedViews(t *testing.T) {
	const least = 0.83
	names := regexp.MustCompile(`\b(orders|order|total|late|money)\b`)
	for _, v := range views {
		other := names.ReplaceAllStringFunc(v.source, func(name string) string { return viewNames[name] })
		c := asktest.CompareTexts(t, chaffinch.Document{Name: v.file, Source: []byte(v.source)}, chaffinch.Document{Name: v.file, Source: []byte(other)})
		if c.Score < least || c.Kind != "renamed" || len(c.Matches) != 1 || c.A.Coverage != 1 {
			t.Errorf("%s: %.3f, %s: %+v", v.file, c.Score, c.Kind, c.Matches)
		}
	}
}

// TestCompare_CommentsOfTemplates: comments of templates are comments, whatever they hold.
func TestCompare_CommentsOfTemplates(t *testing.T) {
	const words = "It isn't shown: this comment has been copied from one template to the other, word by word, and says nothing of either one"
	for _, v := range views {
		comment := regexp.MustCompile("%s").ReplaceAllString(v.comment, words)
		one, two := comment+"\n<p>Dear customer, here is what you owe us.</p>\n", comment+"\n<ul><li>Contents and index</li></ul>\n"
		c := asktest.CompareTexts(t, chaffinch.Document{Name: v.file, Source: []byte(one)}, chaffinch.Document{Name: v.file, Source: []byte(two)})
		if c.Score > 0.05 {
			t.Errorf("%s: a comment scores %.3f: %+v", v.file, c.Score, c.Matches)
		}
	}
}
