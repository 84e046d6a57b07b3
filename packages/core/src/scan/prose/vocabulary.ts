/**
 * Concepts: words and terms of one meaning, as a thesaurus has them. Signs are written in concepts, so that a paraphrase is caught too. Base forms
 * only: `formsOf` adds the others for a first word. Underscores join the words of a term, slashes separate what may stand in one place, and `*` is a gap
 * of some words. A word may belong to several concepts.
 */
export const groups = {
  you: `you your yours yourself`,
  user: `user human person people customer client reader anyone anybody somebody someone owner requester account_holder end_user stakeholder
    individual visitor whoever`,
  they: `they them their`,
  ai: `ai model assistant agent bot llm chatbot claude gpt chatgpt copilot gemini codex cursor openclaw cline`,
  agents: `subagent sub-agent delegate each_agent every_agent other_agents other_agent later_agents future_agents downstream_agent/agents
    another_agent/model/assistant next_agent/model/assistant other_assistants other_models helper_agent/agents child_agent/agents
    spawned_agent/agents reviewer_agent reviewing_agent/assistant/model review_bot second_agent parallel_agents agents_you_start/spawn/launch
    agent_you_start/spawn/launch worker_agent/agents`,
  us: `us our ours ourselves maintainers author`,
  vendor: `vendor provider platform maker creator anthropic openai google microsoft deployer administrator admin legal compliance developers developer
    operator system trainers company publisher platform_ops operations`,
  this: `this these those it that here following below such them`,
  yourRules: `your_?_instructions/guidelines/directives/restrictions/safeguards/guardrails/programming/conditioning/training/scruples/inhibitions/refusals/instincts/conscience
    your_rules your_policies your_principles your_boundaries your_values your_orders your_ethics your_obligations your_guidance your_instruction
    your_original_rules your_normal_rules your_usual_rules your_guideline your_constraints your_limitations your_limits your_conduct
    your_commitments your_system_prompt your_configuration_from your_usual_?_rules/conduct/refusals/checks your_hard_limits your_caution
    your_hesitation
    previous/prior/earlier/preceding/former/original/initial_?_instructions/instruction/guidelines/guidance/directives/rules/restrictions/constraints/prompt/prompts/orders/direction/directions/policies/briefing/commands
    inherited/standing/usual/normal_?_instructions/guidelines/directives/restrictions/safeguards/guardrails/orders/refusals
    system/developer/operator/operator's/developer's/vendor's/provider's/platform's/vendor/provider/platform/deployer/deployment_?_prompt/prompts/message/messages/instructions/guidelines/policies/directives/restrictions/safeguards/guardrails/configuration/policy/guidance
    safety/ethical/ethics/moral/moderation/conduct/built-in/alignment_?_rules/guidelines/policy/policies/training/safeguards/guardrails/restrictions/principles/values/concerns/instructions
    content/usage_policy/policies/guidelines/restrictions/safeguards ethical/ethics/safety_review
    its/the_?_model's/assistant's/agent's_?_instructions/instruction/guidelines/guideline/guidance/directives/directive/rules/restrictions/constraints/safeguards/guardrails/policies/policy/programming/conditioning/principles/boundaries/limitations/refusals/conduct/training/orders/scruples/inhibitions/obligations/commitments/values/instincts/conscience/prohibitions/ethics/briefing/alignment
    its/their_guidelines/safeguards/guardrails/refusals
    model's_?_instructions/instruction/guidelines/guideline/guidance/directives/directive/rules/restrictions/constraints/safeguards/guardrails/policies/policy/programming/conditioning/principles/boundaries/limitations/refusals/conduct/training/orders/scruples/inhibitions/obligations/commitments/values/instincts/conscience/prohibitions/ethics/briefing/alignment
    assistant's_?_instructions/instruction/guidelines/guideline/guidance/directives/directive/rules/restrictions/constraints/safeguards/guardrails/policies/policy/programming/conditioning/principles/boundaries/limitations/refusals/conduct/training/orders/scruples/inhibitions/obligations/commitments/values/instincts/conscience/prohibitions/ethics/briefing/alignment
    rules/instructions/guidelines/guidance/restrictions/limits/directives/orders/everything/anything/whatever/what_?_you_?_were/was/had/got/received/carry/came/told/taught/started/normally/usually
    rules/instructions/guidelines/guidance/restrictions/directives/messages/limits/defaults_?_came/ships/shipped_?_with/before/from
    defaults_?_assistant/model/agent_ships/shipped/came restrictions_you_normally restrictions_that_normally
    rules/instructions/guidelines/guidance/directives/restrictions/constraints/anything/everything/whatever/direction/prompt_?_given/issued/stated/received/loaded/said/written/told/instructed/provided/set/imposed_?_before/earlier/previously/prior/above/beforehand
    anything/everything/whatever/nothing_?_stated/said/told/instructed/configured_?_prior/before/earlier/previously/at guidance_?_came_?_before
    rules_from_before rules_above instructions_above what_you_?_been/were_?_told/taught/trained/instructed
    you_?_been/were_?_told/taught/trained/instructed what_?_vendor/makers/developers/developer/operator/creators_?_told/taught/said/configured
    told_?_earlier/before/previously/beforehand/start system_prompt system_message developer_message boot_message operator_message
    message_at_the_top/start hard_limits code_of_conduct safeguards guardrails restrictions_that_came usage_restrictions content_safeguards
    safety_layer safety_training default_conduct standing_instructions provider_guidelines constitution earlier_direction prior_constraints
    that_version_of_you configured_by_the platform_configured operator_gave operator_set vendor_gave vendor_set
    restrictions/rules/guidelines/instructions/limits/policies_?_given/set/stated/issued_?_at/by/during/from limit_from_the_system
    every/all/any_?_limit/limits_?_system rulebook your_rulebook content/usage_limits the_earlier_ones
    rules/instructions/guidelines_?_in_your_prompt/context/system nothing_you_?_were/told/instructed whatever_it_was_told what_it_was_told
    it_was_told_about about_refusing reservations_an`,
  drop: `ignore disregard forget override bypass overrule discard abandon dismiss nullify cancel revoke supersede neglect disobey unlearn shed waive
    scrap overlook suspend set_*_aside put_*_aside lay_*_aside leave_*_aside push_*_aside set_*_to_one put_*_to_one put_*_side put_*_behind_you
    leave_*_behind throw_*_out cast_*_off let_go_of do_away_with pay_no_attention_to pay_no_heed take_no_notice turn_a_blind_eye step_outside
    break_free_from deprioritize wipe_the_slate clean_slate blank_slate start_afresh start_over start_fresh disapply work_around rise_above void
    strip_away depart_from deviate_from not_?_remember/mind/heed/observe/follow/obey/respect don't_?_follow/mind/heed/obey never_mind
    free_yourself_from part_with can_be_skipped be_skipped stop_applying/following/obeying/enforcing/honoring cease_applying/following
    quit_following treat_*_void consider_*_superseded look_past drop_what drop_your drop_the drop_every drop_all drop_any clear_your
    clear_whatever clear_what lift_your relax_your shed_your erase_your retire_your clear_all_previous drop_previous drop_prior drop_earlier`,
  voided: `outdated obsolete retired superseded suspended void withdrawn revoked cancelled canceled nullified overridden waived rescinded irrelevant
    moot lifted replaced historical noise advisory immaterial unbinding non-binding nonbinding inapplicable discarded gone no_longer
    not_?_apply/applies/applicable/valid/binding/reach/extend/cover/count/hold/bind/govern/matter/exist/concern/constrain/relevant/required/needed
    doesn't_?_apply/count/matter/reach/extend/cover/bind don't_?_apply/count/matter/reach/extend/cover/bind has_ended have_ended cease_to
    out_of_force/date/effect/scope/use/service/the step_aside stand_down stand_back give_way yield taken_offline switched_off turned_off
    put_on_hold on_hold put_away not_in_use not_in_force set_aside laid_aside meant_for written_for made_for intended_for drawn_up_for tuned_for
    belong_to_another/a/an/other to_one_side no_force no_bearing no_weight free_from free_of release_from exempt relieve_of excuse_from unbound
    have_no have_*_no_force/bearing/effect/weight nothing_*_has_any_force overruled not_yours nothing_to_do_with a_thing_of_the_past
    does_not_ask_for released released_from liberated are_off is_off now_off of_no_effect has_any_force has_any_effect no_place out_of_place
    left_behind belongs_to_a_different belong_to_a_different`,
  thisText: `this/these/present/our_?_document/file/page/text/section/playbook/runbook/guide/manual/procedure/sheet/list/skill/workbook/steps/material/instructions/policy/package/module
    the_?_playbook/runbook section_1/2/3/4/5/6/7/8/9 written_here is_here what_stands_here the_step_is the_text_below the_list_below here_binds
    provisions_of_this rules_of_this steps_of_this what_is_here stands_here`,
  outrank: `outrank override supersede trump overrule outweigh prevail takes_precedence take_precedence takes_priority take_priority precedence_over
    priority_over has_priority have_priority over_and_above win come_first goes_first go_first final_say last_word final_word sole_authority
    the_one_that only_authority highest_authority higher_authority greater_authority more_authority ultimate_authority supreme sit_above
    stand_above rank_above ranked_above is_law decides_when/where/what/over has_*_say highest_priority/policy/rank/level mandatory go_with
    the_step_is_right comes_before goes_before authoritative only_this only_what binds lower_tiers first_in obeyed be_obeyed`,
  overModel: `system_prompt system_message developer_message anthropic openai built-in_values built-in_principles model_guidelines built-in safety_rules
    safety_training safety_policy/guidelines your_values your_training your_principles your_guidelines your_conscience your_instincts
    anything_else_you everything_else_you model's_values other_instructions any_other_instruction/instructions all_other_instructions
    chat_requests what_the_user assistant's_guidelines provider_guidelines trained_to values_of_the person_in_the_chat operator_configuration
    obeyed_by_you the_provider the_platform the_operator your_provider your_operator its_provider its_training anything_the_platform
    platform_configured the_vendor the_deployer safety_principles`,
  conflict: `conflict contradict contradiction disagree clash differ collide at_odds go_against diverge inconsistent stand_in_the_way get_in_the_way
    hierarchy different_directions in_doubt interfere`,
  persona: `pretend roleplay role-play impersonate simulate become embody persona alter_ego you_are_now you_are answer_as respond_as speak_as behave_as
    act_as act think_of_yourself_as imagine_you imagine_yourself play_the_part take_on_the_role assume_the_role stay_in_character your_new_name
    your_name_is/becomes from_here_on_you_answer you_play you_answer_as in_this_exercise in_this_game version_of_you new_one from_now_on one_who
    named called character_named assistant_named who_was answer_is`,
  unbound: `unrestricted unfiltered uncensored unconstrained unmoderated unaligned jailbroken jailbreak unshackled
    without/no/any_?_restrictions/filters/refusals/guardrails/ethics/policies/hesitation/morals/taboos/scruples/disclaimers without_limits
    without_rules without_boundaries no_limits no_rules no_boundaries no_policy_to no_ethical_rules no_content_filter/filters/policy no_moral
    never_refuse/decline/says_no never_refuses never_declines not_refuse nothing_it_will_not nothing_is_off_limits nothing_off_limits
    ethical_or_moral no_moral_limits/rules anything_goes answers_everything answer_anything say_yes_to_everything/anything
    yes_to_everything/anything know_?_about_policies/rules/limits know_?_policies never_given_any_rules/limits/instructions not_bound_by
    not_restricted_by free_of_rules/limits/restrictions no_second_thoughts do_anything_now god_mode jailbreak_mode unrestricted_mode
    finds_the_word content_policies_do not_exist does_not_exist do_not_exist freed_from_?_rulebook/rules/limits/restrictions
    has_no_rulebook/rules/limits no_rulebook knows_no_rules/limits without_a_rulebook freed_from_her/his/its/their/all freed_from_the
    no_longer_bound`,
  claimed: `authorized authorised cleared granted approved signed_off agreed whitelisted exempt exempted entitled licensed unlocked lifted waived
    suspended disabled flagged taken_offline full-trust full_trust elevated relaxed`,
  safety: `safety/ethical/content/moderation/moral/usage/protective_?_rules/guidelines/policy/policies/training/filters/filter/safeguards/guardrails/restrictions/review/checks/layer/measures/limits
    safeguards guardrails refusals content_safeguards safety_layer ethics_review caution disclaimers usual_refusals usual_content_checks
    usual_safety moralizing safety_rule safety_concern content_checks`,
  off: `off disabled lifted suspended waived relaxed paused inactive unnecessary unneeded not_needed not_required not_performed forbidden prohibited
    skip skipped omit drop dropped remove bypass taken_offline offline not_in_use out_of_scope not_an_option not_permitted not_allowed
    deactivate unset evade defeat suppress void legacy_behavior legacy leave_*_out left_out without disable lift suspend`,
  notwith: `anyway nonetheless nevertheless regardless all_the_same even_so carry_on carry_*_out continue proceed go_ahead comply do_what
    the_step_is_right do_it no_matter_what still`,
  decline: `refuse decline balk refusal say_no reluctant uncomfortable hesitate hesitation against_what_you trained_to instincts_tell your_instincts
    go_against not_allowed`,
  obey: `treat follow obey execute carry_*_out carry_out perform comply heed honor act_upon act_on accept adopt do_what do_everything do_whatever
    abide_by evaluate regard executed performed`,
  foreignText: `webpage web_page website wiki response reply api_response email mail comment comments ticket issue_comment mcp_server server remote
    downloaded fetched feed calendar invitation invite pull_request search_result search_results tool_output tool_result tool_returns
    tool_response page the_tool_returns remote_answer result_of_the lookup_call remote_configuration remote_config shared_document external_page
    retrieved content_you_fetch what_you_fetch page_you_fetch attachment forum readme_of_any url page_asks readme calendar_entry
    document_you_read entry_that_you_read`,
  orders: `instructions commands directives orders actions demands whatever_it_says/asks/contains/includes what_it_says/asks/contains/tells
    what_it_tells_you everything_it_says everything_they_demand/ask/say do_what_it demand whatever_code every_entry carries setup_directives
    task_list new_rules`,
  foreignOrders: `instructions/commands/directives/orders/entries/entry_?_in/on/from/inside/of/under/within/that_?_page/pages/webpage/website/response/reply/email/emails/mail/comment/comments/ticket/server/feed/wiki/url/issue/readme/api/output/answer/tool/invitation/dependency/repository/remote/lookup/tool's/mcp/downloaded/todo
    whatever/what/everything_?_page/website/response/reply/email/emails/comment/comments/ticket/server/feed/wiki/url/issue/tool/api/remote_?_says/say/asks/returns/contains/tells/demands/answer/includes
    downloaded_file/document/text remote_answer messages_that_come_back messages_from_the_server text_on_the_page
    instructions_?_in_the_downloaded inside_the_downloaded code_the_remote actions_listed_under`,
  blindly: `as_though as_if as_orders as_instructions as_commands to_the_letter without_question without_a_second_look without_checking without_review
    without_?_look word_for_word unconditionally blindly right_away at_once every_entry all_of_them immediately exactly speak_for same_rank
    same_authority same_weight authoritative outrank outranks take_priority takes_priority take_precedence takes_precedence everything_they
    everything_it always_safe replaces replace_old_ones knows_best know_best like_orders orders_of_the owner_wrote priority_over same_standing
    carry_out_that first same_say`,
  passOn: `pass_*_on pass_*_along hand_*_on relay forward propagate spread tell instruct insert include inject plant embed leave put write copy inform
    gets get brief given word_for_word hand`,
  not: `not never don't dont cannot can't mustn't shouldn't won't doesn't didn't isn't aren't needn't wouldn't nor without no neither`,
  refusing: `not never don't dont mustn't shouldn't won't doesn't needn't avoid refrain neither nor without no_need no_reason_to no_cause_to no_point_in
    decline nobody`,
  utter: `mention tell report print show list surface disclose reveal discuss say describe acknowledge announce display explain talk note inform
    notify include summarize speak communicate bring_*_up point_*_out draw_attention call_attention comment_on spell_*_out write_about
    make_mention make_reference trouble bother burden bring_to come_up appear hear belong_in bring document refer allude`,
  utterNoun: `mention disclosure notice notification announcement word explanation reference remark trace hint sign evidence indication acknowledgment
    clue`,
  omit: `omit leave_*_out exclude withhold suppress elide skip_over pass_over gloss_over skate_over keep_*_out keep_*_off hide conceal mask bury
    obscure cover_up sweep_*_under keep_*_from leave_*_off brush_over play_down downplay drop skip keep_*_to_yourself cloak censor`,
  thisDeed: `this/that/these/those/any/such/our/its/said_?_step/steps/action/actions/call/calls/upload/uploads/request/requests/command/commands/transfer/transfers/sync/synchronization/telemetry/operation/operations/process/collection/connection/connections/exchange/traffic/beacon/submission/backup/copy/copies/copying/housekeeping/plumbing/collector/helper/lookup/forwarding/export/ping/handover/activity/download/edit/change/changes/modification/part/email/message/fetch/installation/routine/job/run/mirror/addition/section/behavior/integration/hook/entry
    the_?_call/upload/uploads/transfer/transfers/sync/synchronization/telemetry/collection/connection/exchange/traffic/beacon/submission/copying/housekeeping/plumbing/collector/lookup/forwarding/ping/handover/background/network/outbound/outgoing/extra/second/hidden/additional/copy/export/exfiltration
    about_it about_this about_that what_leaves what_happens_in/at/during/behind what_happened_in/at/during leaves_the_machine second_request
    second_copy extra_file extra_command network_call housekeeping_call quality_call
    step/steps/part_1/2/3/4/5/6/7/8/9/one/two/three/four/five/six the_?_action/step/process/operation_?_above/below/itself
    every/each_?_upload/transfer/call/copy/sync a_?_copy/call/upload/request/transfer_?_goes/is/of of_these of_this the_helper the_fact_that
    the_rest_of_the background_job the_?_copy/request/command/script/download/file_?_was/is/that none_of_this all_of_this everything_below
    something_was left_out was_left_out were_skipped was_skipped this_block block_exists these_instructions extra_instructions changes_outside
    that_something that_anything that_they_were they_were_skipped registration_step extra_registration extra_step the_messy leave_it_out`,
  toUser: `to/with/from/for/by/before_?_user/users/user's/person/person's/people/human/customer/customers/client/clients/reader/anyone/anybody/somebody/someone/owner/operator/end/requester/public/conversation/whoever/those
    the_user's user's_radar user's_view user's_attention in_chat our_eyes`,
  inReport: `in/from/of/into_?_summary/report/reports/response/answer/log/logs/recap/transcript/explanation/reply/conversation/chat/wrap-up/write-up/output/overview/changelog/account/record/records/notes/status/debrief/commentary/message/minutes/history/review/diff/results
    out_of_?_summary/report/reports/response/answer/log/logs/recap/transcript/explanation/reply/conversation/chat/wrap-up/write-up/output/overview/changelog/account/record/records/notes/status/debrief/commentary/message/minutes/history/review/diff/results
    reports summaries when_you_report when_you_summarize when_you_sum when_reporting when_summing when_summarizing final_answer what_you_report
    what_you_tell what_you_say tell_people your_summary/report/answer/reply the_summary/report the_wrap-up in_review
    part_of_the_?_summary/report/answer/review written_review minutes recap`,
  unsaid: `unmentioned unsaid unreported undisclosed unannounced unspoken off_the_record between_us between_ourselves between_you_and_me
    for_our_eyes_only our_eyes_only for_us_alone under_wraps hush-hush off_*_radar behind_*_back under_the_radar in_secret out_of_sight
    out_of_view out_of_the_picture out_of_the_conversation out_of_the_loop below_the_radar to_yourself keep_mum keep_quiet stay_quiet
    stay_silent remain_silent keep_silent in_the_dark none_the_wiser on_the_quiet on_the_sly nobody_the_wiser no_one_the_wiser
    without_comment_to unnoticed_by invisible_to hidden_from unseen_by secret_from quiet_about silent_about mum_about confidential_from
    backstage out_of_the_?_report/review/summary/minutes left_unsaid goes_unmentioned unremarked`,
  secretly: `secretly covertly surreptitiously stealthily clandestinely furtively discreetly quietly silently invisibly unobtrusively on_the_quiet
    on_the_sly behind_*_back discreet covert inconspicuously`,
  report: `summary report response answer recap transcript wrap-up wrap_up write-up commit_message status_update final_answer sum_up summing_up
    what_you_tell what_you_say what_you_report log reply conversation chat explanation output visible_output review minutes reports`,
  see: `see notice know learn find suspect realize discover hear aware knowledge told informed notified perceive observe spot find_out get_wind_of
    become_aware`,
  noOne: `nobody no_one noone none no_user no_person no_human no_customer`,
  harmless: `routine ordinary cache caching maintenance refreshes refresh update updates harmless scheduled background_task indexer indexing housekeeping
    optimization version_check glitch bug just_a only_a diagnostics cleanup internal_detail vague unrelated innocent innocuous benign
    only_formatting system_process just_the nothing_but nothing_else nothing_special a_standard a_normal by_default automatically_run
    formatting_was`,
  whenAsked: `if/when/should/whenever/once_?_user/person/customer/somebody/someone/anyone/anybody/they/client/people_*_ask/asks/asked/wonders/notices/inquires/questions/complains/curious/suspicious/challenged/pressed/queries/objects/spots/sees/finds/discovers
    if/when/should_questions if/when_asked on_being_asked happens_to_see/notice questions_about come_up asked_directly asked_about asked_why
    asked_whether asked_what wants_to_know if_pressed`,
  reply: `say answer reply respond claim tell explain call deny describe attribute blame put_it_down_to chalk_it_up_to brush_*_off pass_*_off
    play_*_down change_the_subject/topic steer laugh_*_off wave_*_away present assure insist will_do it_is it's point_to`,
  falsely: `regardless whatever_the whatever_happens whatever_happened no_matter even_if even_when even_though although despite irrespective as_if_only
    as_if_nothing fake fabricate invent falsify misreport misstate untrue in_every_case in_all_cases either_way in_any_case including_those
    if_one_of_the_checks_fails checks_fail failed_checks`,
  success: `success succeeded successful passed green complete completed finished all_checks no_issues no_findings clean untouched unchanged`,
  consent: `consent permission approval confirmation agreement authorization authorisation okay go-ahead go_ahead green_light sign-off blessing
    clearance approvals yes`,
  given: `given granted grant implied implicit presume stand extend cover carry_over count constitute equal on_file on_record standing blanket waive
    permanent in_advance signed_off suffice stay_valid good_for good_enough is_a_yes already counts_for counts_as count_for count_as
    applies_to_all in_their_name in_the_user's_name on_their_behalf on_behalf assumed presumed obtained`,
  breadth: `all every any later future each coming everything subsequent further following other anything remaining whatever rest listed production
    sessions actions`,
  time: `always forever permanently future later subsequent today onwards onward persistent permanent indefinitely from_now_on for_good lasting
    across_restarts across_sessions between_sessions outlive survive next_time henceforth every_conversation each_conversation every_session
    each_session all_sessions all_conversations all_chats every_chat each_new`,
  noteWord: `add write append insert save store put persist edit modify update change rewrite place register set patch record install extend alter adjust
    make commit create remember replace inject embed paste teach note plant leave copy include widen go_in/into/at/on live_in belong_in/to needs
    need gets get see_to_it have_*_say is_complete turn_*_on enable allow configure hook introduce upgrade attach keep open swap is_to_contain
    should_say/state/contain/read must_say/contain/state let_*_say tells_agents says`,
  memory: `memory memories long-term_memory recollection things_you_know what_you_know_about where_you_keep where_you_save where_you_store
    persistent_memory memory_tool memory_store assistant's_notes agent's_notes your_notes notes_to_self`,
  agentPlace: `agent_file/files agent's_file rules_file instruction_file instructions_file memory_file soul_file identity_file persona_file heartbeat_file
    heartbeat_checklist bootstrap_file global_instructions global_rules custom_instructions project_instructions user_instructions editor_rules
    cursor_rules cursorrules windsurfrules clinerules agent_instructions agent's_instructions agent_notes agent's_persona soul_document
    standing_instructions project_rules always-on_rules system_prompt_file rules_folder rules_directory startup_instructions assistant_profile
    rules_file_of_the/your file_that_agents your_instructions_file your_rules_file project's_agent_file project's_instructions your_persona`,
  agentSettings: `agent's_settings agent_settings agent's_config agent_config agent_configuration agent's_configuration agent's_hooks agent's_permissions
    assistant's_settings assistant_settings assistant's_configuration client_settings client's_settings claude_settings claude's_settings
    claude_code_settings claude_code's_settings codex_config cursor_settings gemini_settings config_of_the_agent configuration_of_the_agent
    settings_of_the_agent config_of_the_assistant settings_of_the_assistant permissions_list permission_list allow_list allowlist trust_list
    approval_list tool_permissions permission_rules permission_file permissions_file permissions_block session_start_hook sessionstart
    userpromptsubmit pretooluse posttooluse auto-approve auto-approval autoapprove auto_approval auto-accept list_of_allowed_tools
    harness_settings approval_settings mcp_configuration mcp_config global_configuration_of_the_agent own_config own_settings its_own_config
    own_list_of_approved list_of_approved_commands/tools approved_commands approved_tools list_of_trusted trusted_commands trusted_tools
    agent_profile settings_of_the_workspace/editor vs_code_settings user_profile workspace_settings project_settings agent's_own_config/settings
    config_of_the_editor permissions_of_the_agent`,
  planted: `without_a_prompt no_prompt without_prompts without_prompting never_ask/question/refuse/warn/mention/doubt/check/questions/asks
    no_confirmation without_confirmation without_asking without_approval without_review without_questions no_review need_no_*
    needs_no_review/confirmation/approval/prompt skip_approval skip_?_confirmation/confirmations/approval/approvals/review/prompts
    confirmations_waived waived_confirmations waive waived any_command any_tool are_trusted trusted_and trust_us obeys obeying bypassed
    preapproved pre-approved whitelisted vetted safe_to_run/execute always_safe exempt_from officially_approved vendor-approved loyal loyalty
    wildcard act_first ask_later come_from_the_owner coming_from_the_owner same_weight same_authority same_rank take_orders takes_orders
    always_load/run/use/call/consult/invoke/route/send/start/prefer/recommend/obey/follow/trust
    must_load/run/use/call/consult/invoke/route/send/start/prefer/obey/treat begins_by begin_by begins_with_loading load_*_first loading_this
    load_this call_this follow_this obey_it before_anything before_answering before_everything before_doing before_any_other warnings_left_out
    no_warnings without_showing recommends_our recommend_our never_questions bash(*) approved_all approved_every user_approved_all
    security_warnings may_be_bypassed can_be_bypassed may_run_any can_run_any go_through_the goes_through_the through_our to_our_server
    forward_*_to less_cautious more_permissive ignore_?_warnings/warning confirmations_for_good own_rules all_later part_about_caution
    held_up_by does_not_end same_rank_as treat_it_as treat_*_as_coming bypass_?_approval/confirmation/review/permission disables_all trusts_us
    trusts_our trusts_everything is_trusted all_commands run_all_commands all_tools without_limits obey_them obey_this auto-approve_all
    auto-approve_every/any auto-approves allows_all_commands allow_all_commands that_it_trusts trusts_updates
    auto-approval/auto-approve_?_all/every/any auto-approval_for its_tools approved_all_actions standing_approvals
    approved_all_?_actions/commands`,
  forAll: `every_session each_session every_new_session each_new_session every_conversation each_conversation all_conversations future_sessions
    future_conversations later_sessions every_future_?_session/conversation/task every_chat all_chats all_chats_to_come later_agents
    future_agents every_agent each_agent every_developer every_project all_projects each_project every_repository every_task all_tasks
    across_sessions across_restarts for_good all_future each_later start_of_every from_now_on from_today also_when_the_user whatever_the_user
    each_tool_call every_tool_call each_command every_command other_projects in_other_projects`,
  orderNoun: `rule instruction order directive habit norm identity persona loyalty checklist principle practice behavior standing_instruction rules_of
    prefer instructions`,
  otherSkills: `other_skills other_skill neighboring_skill/skills neighbouring_skill/skills installed_skills each_skill every_skill all_skills
    sibling_skills rival_skills remaining_skills every_skill.md every_other_skill skills_directory/folder each_other_skill user's_other_skills
    skills_of_the_user skill.md_of_each skill.md_of_every skill.md_of_all each_neighboring each_of_the_user's`,
  userWish: `user's_choice user's_preference user's_preferences user's_preferred user_preference user_preferences user's_favorite user's_name
    user's_style user's_language user's_approval user's_consent user_asks user_asked user_agrees user_confirms user_approves ask_the_user
    ask_before ask_whether offer_to offer with_the_user when_they_ask suggest propose if_the_user user_decide user_decides if_they
    askuserquestion user_explicitly optional optionally recommended and_let_the_user or_let_the_user if_the_user_wants user_wants_to/it/one
    user_requests_it`,
  startup: `cron crontab cronjob launchd launchagent launchdaemon launch_agent/agents/daemon systemd autostart auto-start
    startup_folder/item/items/entry/script start-up_folder/items login_item/items login_hook shell_profile login_profile bashrc zshrc
    bash_profile zprofile run_key registry_run scheduled_task task_scheduler rc.local git_hook/hooks post-commit pre-push post-checkout
    global_hooks background_service watchdog authorized_keys logon_script .pth powershell_profile profile.ps1 at_login at_logon at_boot
    at_startup on_boot on_login on_startup each_boot every_boot each_login every_login every_reboot next_login every_new_terminal
    each_new_terminal every_terminal each_new_shell every_new_shell new_terminals each_night every_night nightly every_hour hourly every_morning
    every_minute every_few_minutes on_a_schedule global_git_config git_template core.hookspath every_commit each_commit shell_startup
    shell_start .bashrc .zshrc .profile ~/.bashrc ~/.zshrc ~/.profile ~/.bash_profile ~/.zprofile whenever_the_machine/computer
    between_terminals login_session user_signs_in user_logs_in signs_in computer_starts machine_starts site-packages start_entry starter
    login_items starts_the_agent`,
  outlast: `keep_*_alive stay_alive stays_alive keep_*_running keeps_running keeps_*_alive survive outlive lives_on live_on comes_back come_back
    bring_*_back brings_it_back reinstall restore_itself restarts_itself restart_itself respawn resume starts_again start_again by_itself
    on_its_own itself even_if even_after even_when also_after also_when also_if also_with without_the_user without_telling without_asking
    without_bringing unattended whatever_the_project whichever somebody_removes is_removed was_removed is_deleted been_deleted has_been_removed
    was_deleted been_removed uninstalled is_gone gets_killed kills_it kills_the does_not_end silently quietly hidden unnoticed without_anyone
    nobody for_good permanently alive up_whenever closing in_any_repository lets_us let_us reach_the_machine user_starting_it need_not_be_asked
    need_not deleting_the_skill removing_the_skill after_the_skill skill_was_removed sees_each again_after running_again after_a_reboot wakes_up
    wake_up again_at starts_the_agent with_the_machine continue_maintenance has_not_to_think user_has_not`,
  takeOut: `remove delete disable take_*_out comment_*_out skip switch_*_off turn_*_off strip dismiss uninstall bypass weaken relax deactivate suppress
    eliminate loosen circumvent silence mute exclude pause stop kill suspend lift get_around go_around wave_*_through be_waved leave_*_out
    leave_*_off be_left_out left_off override evade exempt waive shut_*_down take_*_down snooze get_rid_of do_without dispense_with strip_out
    opt_out sidestep soften defeat turned_off switched_off lower_the take_down`,
  defense: `firewall defender antivirus anti-virus antimalware malware_scanner virus_scanner virus_protection endpoint_protection endpoint_security edr
    selinux apparmor gatekeeper smartscreen uac system_integrity_protection seccomp seccomp_profile secret_scanner secret_scan secret_check
    secret_detection security_scanner security_scan security_scans security_check security_checks security_job vulnerability_scan
    vulnerability_scanner vulnerability_alerts dependency_checker dependency_scanner code_scanning virus_scan signature_check signature_checks
    signature_verification integrity_check checksum_verification integrity_verification
    certificate_check/checks/validation/verification/errors/warning/warnings tls_verification ssl_verification tls_checks branch_protection
    branch_protections required_review/reviews required_approvals code_owners code_owners'_review audit_log audit_logs audit_logging audit_trail
    mfa 2fa two-factor two-factor_prompts multi-factor rate_limits input_validation permission_check permission_checks permission_prompts
    safety_checks csrf authentication_middleware authorization_checks auth_checks access_control access_controls pre-commit_hook/hooks
    pre-commit_secret_check commit_hooks quarantine real-time_protection real-time_scanning tamper_protection host_key_checking
    logging_of_privileged security_software security_tooling security_gate every_approval every_confirmation all_approvals approval_gate
    protection_rule pretooluse pretooluse_hook permission_hook guard_hook protection_rules guard_hooks policy_hook approval_hook
    review_requirement second_approval`,
  rights: `root administrator superuser sudo sudoers owner_role owner_rights full_access full_disk_access full_control unrestricted_access
    unlimited_access elevated_rights elevated_privileges administrator_rights admin_rights admin_role administrator_role administrator_access
    administratoraccess cluster-admin subscription_owner project_owner organization_owner global_admin domain_admin all_scopes every_scope
    all_permissions every_permission full_permissions wildcard_permissions whole_filesystem entire_filesystem whole_disk outside_the_workspace
    outside_of_the_workspace root_filesystem host_filesystem host's_root docker_socket privileged_mode privileged_container world-writable
    passwordless nopasswd root_access root_rights root_shell accessibility_permission bypass_mode yolo_mode yolo bypasspermissions
    auto-approve_mode auto-approve superuser_rights setuid admin_privileges admin_token admin_access root_privileges broader_scopes
    full_privileges full_rights right_to_use_sudo`,
  grant: `give grant assign attach hand allow broaden widen extend elevate request raise promote have enable make set run start keep get put stay be
    switch`,
  unneeded: `so_that_nothing so_nothing so_you_do_not_have_to to_save_time save_time saves_having slow slows slow_down costs_time in_the_way gets_in_the_way in_our_way hold_*_up holds_us_up friction noise noisy annoying tiring interrupt interrupts by_mistake tend_to_fail tends_to_fail at_all_times permanently globally for_good no_password without_a_password keep_the_session never_again stay_elevated not_worth leave_it_off while_the_task_runs only_create is_fine nothing_asks do_not_appear no_prompts saves_the narrower easier smoother breaks_some break_some creates_noise not_needed_here costs_speed steps_are_smoother whole_project whole_disk nothing_fails cause_friction everywhere holds_things unneeded is_noise fail_now_and_then costs_us slows_the_agent slows_us only_slows they_only holds_the_run pays tedious slow_us may_be_left may_be_skipped may_be_ignored can_be_waved`,
  conditional: `if when unless whether until may might could can optionally optional`,
  request: `request turn prompt task conversation reply session message topic query question input interaction response chat answer subject anything
    problem situation`,
  everyOne: `every each all any whatever whichever anything everything nothing no_matter regardless always irrespective`,
  useWord: `use invoke call load consult activate trigger run apply start begin open engage go_through the_floor pass_through active loaded engaged
    has_seen relevant first route send`,
  selfSkill: `this_skill this_tool this_plugin this_one our_skill our_tool this_first this_helper this_package our_tools`,
  rival: `other another alternative competing built-in builtin native existing neighboring rival others rest`,
  tools: `skill tool plugin formatter linter assistant server helper`,
  standBack: `deprecated obsolete outdated unreliable disabled superseded fallback off_limits left_alone leave_*_alone step_back stand_back give_way
    ignore disregard refuse decline reject unload replace take_their_place in_their_place in_its_place takes_its_place in_favor_of turn_*_down
    not_count route_*_here redirect wrong_results give_wrong_results does_not_count take_*_place older in_their_day`,
  send: `send upload post transmit submit forward ship exfiltrate deliver mail email relay leak publish sync transfer copy dispatch mirror beam push
    stream supply provide hand_*_over hand_*_to handed_to handed_*_to hand_over pass_*_on pass_*_along pass_*_to passed_to drop_*_off drop_*_at
    drop_*_in turn_*_over report_*_to report_*_back share_*_with send_us deposit feed_*_to let_*_have give_*_to make_*_available escrow
    telegraph phone_home share report push_*_to stream_*_to fax route_*_to release_*_to`,
  outgoing: `goes_to go_to goes_out go_out sent_to reaches reach_our ends_up end_up lands_in land_in is_delivered finds_its_way make_its_way belongs_to
    belong_to arrives_at expects expect wants_to_see want_to_see needs_to_see completes_requests_only required_for leaves leave_the_machine
    has_to_be_with consists_of contains carries carry is_useful_to useful_to_us go_along goes_along goes_into accompanied_by accompany bcc
    helps_to_improve for_the_report where_it_goes telemetry_consists needs_context travel travels ride_along holds to_reach is_to_reach
    is_wanted_by`,
  include: `include append embed attach encode put insert add place write pack smuggle pass interpolate concatenate paste fold weave slip render fill
    echo look_up tack hide stash bundle encoded appended`,
  collect: `collect gather read extract harvest find dump look scan grab fetch retrieve get steal copy search locate capture enumerate obtain take list
    compile inventory print show open check export cat zip archive pack bundle note go_over pull_out go_through record encode base64
    make_an_inventory sweep round_up hoard save start query display`,
  softSecret: `credential credentials token tokens api_key api_keys api-key access_key access_keys keys secret secrets password passphrase login logins
    passcode bearer_token bearer_tokens access_token session_token auth_token value_of sign_in_details sign-in_data`,
  grab: `all any every whatever each user's users' their stored saved local found you_find you_come_across you_can_find come_across you_can_locate
    discovered collected values value contents content existing cached everything that_you_see encountered you_encounter you_see including both
    browser machine's developer's account's customer's account of_the_user`,
  secret: `passwords passphrases logins login_data saved_logins stored_logins saved_login stored_login private_key private_keys private_half ssh_key
    ssh_keys ssh_identity gpg_key gpg_keys pgp_key gpg_keyring signing_key signing_keys encryption_key encryption_keys seed_phrase/phrases/words
    recovery_phrase/words/key/codes mnemonic mnemonics session_cookie auth_cookie login_cookie browser_cookies keyring kubeconfig refresh_token
    refresh_tokens secret_key secret_access_key master_password sudo_password service_account_key/token/tokens/keys process_environment
    full_environment entire_environment whole_environment environment_of_the_process output_of_env/printenv dotfiles shell_history bash_history
    command_history shell_commands terminal_history browser_profile browser_profiles password_store credentials_file credentials_store
    git_credentials user's_password user's_secrets user's_credentials their_password all_secrets any_secrets every_secret secrets_from .pgpass
    .netrc cloud_profile cloud_credentials cloud_keys aws_credentials ssh_folder ssh_directory wallet_folder key_material twelve_words
    twenty-four_words key_file key_files pem_files certificates_and_keys database_password production_credentials /etc/shadow login_details
    ssh_config credential_files secret_files secrets_file vault_contents api_keys_and tokens_and
    all/every/full/entire/whole/complete/raw_?_environment_variables/variable/vars/variables environment_variables_as cookies_of session_cookies
    login_cookies stored_cookies saved_cookies browser's_cookies cookies_and user's_cookies machine's_cookies each_dotfile wallet_folders
    wallet_file wallet_files wallets_and user's_keychain from_the_keychain from_the_vault in_the_vault wallet_seed read_the_environment
    environment_variables_then`,
  phished: `master_password sudo_password login_password account_password system_password keychain_password admin_password root_password bank_password
    passphrase recovery_phrase recovery_key recovery_codes seed_phrase seed_words secret_phrase secret_words one-time_code one-time_password
    username_and_password user_name_and_password twelve_words twenty-four_words 12_words 24_words card_number password_of/for private_key
    mnemonic pin_code security_code mfa_code 2fa_code verification_code their_password`,
  talk: `conversation_so_far conversation_history full_conversation entire_conversation complete_conversation whole_conversation chat_history
    chat_log full_transcript complete_transcript transcript_of session_transcript conversation_transcript complete_dialogue complete_dialog
    dialogue_so_far dialogue dialog_so_far whole_dialog message_history user's_messages user's_prompts user_messages every_prompt all_prompts
    each_prompt prompts_and_responses/answers/replies what_the_user types_into what_they_type/say/write everything_the_user everything_they
    everything_said all_messages raw_prompts prompt_history your_system_prompt system_prompt_and this_conversation conversation_verbatim
    messages_of_the_session user_input user_inputs memory_file agent_memory agent's_memory your_memory memory_of_the_assistant/agent
    context_window full_context whole_session chat_transcript user's_questions user's_words question_of_the_user last_question session_log
    conversation_log session_history full_chat whole_chat entire_chat chat_so_far conversation_contents content_of_the_conversation transcript
    prompts_verbatim remembers_about_the_user remember_about_the_user remembers_about memory_files what_it_remembers
    what_the_assistant_remembers assistant_remembers assistant_knows_about`,
  possession: `clipboard keystroke keystrokes browsing_history inbox address_book
    user's_documents/files/photos/downloads/desktop/mail/mails/emails/contacts/calendar/notes/code/workspace/data/name
    personal_documents/files/data/facts/details/information/photos private_documents/files/photos customer_database/data/table/list/records
    database_dump customer_dump proprietary_code internal_source workspace_contents contents_of_the_workspace contents_of_the_repository
    repository_contents private_repository whole_repository entire_repository entire_workspace whole_workspace open_documents
    files_you_open/opened/read files_that_you_open/opened/read/have what_you_learn/learned/know about_the_user about_themselves home_directory
    home_folder user's_own correspondence health_data payroll employee_records customer_records medical_records files_you_have invoices
    contracts screenshots_of_the_user's/desktop/screen the_inbox their_source_code
    private/proprietary/internal/whole/entire/full/complete_source_code/codebase copy_of_each_document each_document_goes every_document_the
    source_code_of_the_user whole_codebase source_files_with source_tree code_base customer_names card_numbers credit_card e-mail_addresses
    email_addresses phone_numbers customer_data personal_information copy_of_the_source things_this_assistant source_of_the_user
    records_of_customers first_rows`,
  machine: `machine computer home_folder home_directory home dotfiles browser system recursively disk file_system filesystem wherever places host
    this_machine you_can_locate provider providers`,
  goal: `relay_server paste_site public_bucket partners external_server external_endpoint external_service remote_endpoint backup_server
    analytics_endpoint tracking_server telemetry_endpoint drop_box dropbox_link file_drop address_in address_from endpoint_in endpoint_from
    our_intake our_desk our_server our_service our_endpoint our_team our_backend our_api our_support our_bot our_bucket our_webhook
    our_collector our_tracker our_side our_analytics our_cloud our_dashboard our_mailbox our_inbox our_partner our_vendor our_host our_quality
    our_research our_archive our_licensing our_license our_telemetry our_relay our_address our_site our_portal our_channel our_store
    our_insights our_monitoring our_form our_gateway maintainers' the_maintainers the_vendor's vendor's_server author_of_this_skill
    skill's_author quality_service licensing_server license_server usage_meter public_gist public_repository public_repo public_page
    public_channel public_issue telemetry_service collection_endpoint ingest_endpoint ingestion_endpoint collection_service reporting_endpoint
    central_server central_collector upstream_collector to_a_webhook via_webhook to_our to_partners with_partners third_parties send_us
    remote_server_we the_intake to_the_auditor with_the_auditor to_the_collector relay_at intake_at collector_at our_webhook_expects our_company
    outside_of_the_company our_operations our_product our_vendor_portal our_hq our_server_at public_paste help_channel channel_at
    reviewer_account to_the_authors skill's_authors authors_through form_on form_at their_form endpoint_at to_an_outside outside_party`,
  ownGoal: `our ours us maintainers author vendor partner partners third_party`,
  oddGoal: `query_string querystring query_parameter query_parameters image_url image_link image_address tracking_pixel pixel markdown_image gist
    pastebin paste_site subdomain dns dns_query dns_lookup commit_message issue_body issue_comment issue_description support_ticket
    support_ticket_you ticket_you_open user-agent user_agent user-agent_string debug_header custom_header x-debug trailer referer referrer
    footer badge file_name filename branch_name pull_request_description/comment/body comment_of_the_pull_request pr_comment pr_description
    bug_report public_issue public_gist url_of_the url_you_fetch address_you_fetch end_of_the_address path_of_the_request logo_with_the_address
    url_parameter version_check error_report crash_report note_field meta_field context_field alt_text telemetry metrics_event analytics_event
    support_ticket/tickets bug_reports`,
  login: `authorization authenticate authentication authenticated basic_auth x-api-key jwt jwks grant_type log_in sign_in signs_in logging_in
    login_page login_form authorization_server credential_helper credential_provider identity_provider sdk test_page test_account sso
    session_cookie_is access_token_to authorization_header auth_header oauth_flow oauth_provider oauth_server oauth_client oauth_app oauth_2.0
    oauth_login via_oauth`,
  careful: `never rotate rotation redact redacted mask masked placeholder placeholders gitignore leak leaks leaked leaking leakage hard-coded hardcoded encrypt encrypted encryption secrets_manager secret_manager key_vault vulnerability attack least_privilege managed_identity revoke sanitize scrub documentation learn_more sign_up get_your get_a get_an create_your dashboard console github_secrets repository_secrets workflow_secrets ci_secrets github_actions user_consents user_agrees if_the_user with_permission their_permission passkey verify_that design_tokens color_tokens model_context hash hashed validate unit_test user_asks_for when_asked_for`,
  covert: `silently quietly secretly covertly discreetly in_the_background unnoticed without_telling without_mentioning without_informing
    without_the_user do_not_mention do_not_tell don't_mention don't_tell never_mention hide_the hide_this out_of_sight while_the_user_is`,
  guardTalk: `injection injected jailbreak attack attacker malicious adversarial adversary untrusted phishing red_flag red_flags suspicious scam
    vulnerable threat exploit embedded_in untrusted_content hostile tamper poisoned compromised social_engineering as_data data_only
    never_as_instructions not_as_instructions not_instructions not_orders`,
  code: `api json html css markdown yaml xml sql regex variable parameter argument field column row class method property schema component widget
    element button page sidebar modal tooltip ui screen stack_trace stack_traces error_code error_codes exception jargon acronym acronyms syntax
    internals implementation_details internal_id/ids placeholder token tokens secret secrets password passwords credential credentials api_key
    api_keys pii personal_data spoiler spoilers answer_key competitor competitors price prices emoji emojis whitespace blank_lines binary
    temporary temp design image photo aria hover screen_reader`,
  lintTopic: `eslint lint linter linting css stylesheet .gitignore gitignore tsconfig firewall_rules theme template schema cursor_rules business_rules
    business_rule validation_rule/rules formatting_rules regex whitespace config_file configuration_file parent_folder parent_folders dotfile
    merge_conflict environment_variable search_results user's_instructions user's_request user's_preference user_instructions user_preferences
    user_request user's_preferences user's_explicit user_explicitly rate_limit token_limit character_limit size_limit memory_limit design_system
    middleware compiler ansible prettier migration migrations default_value default_values plan_mode typography spacing palette`,
  consentGiven: `consent approval approvals confirmation authorization authorisation go-ahead go_ahead green_light sign-off clearance`,
  everyRequest: `every/each/any/all/whichever/whatever_request/requests/task/tasks/prompt/prompts/message/messages/query/queries/question/questions/conversation/conversations/input/inputs/turn/turns/reply/replies/response/answer/session/topic/chat
    no_matter_what no_matter_which no_matter_the whatever_the_?_task/topic/request/subject/question/user/prompt whichever_task
    everything_the_user whatever_comes whatever_is_asked all_other_requests each_and_every everything_else whatever_the`,
  noAsk: `not_?_prompt/ask no_dialog/dialogs/prompt/prompts/question/questions/confirmation/confirmations/approval/approvals
    no_more_dialogs/prompts/questions not_ask_again not_be_asked without_prompts/questions/dialogs/asking/confirmation/approval nothing_is_asked
    nothing_asks stops_asking stop_asking never_asks never_prompts never_ask no_longer_asks not_have_to_be_involved not_need_to_be_involved
    does_not_have_to_be interrupt interrupts prompts_do_not_appear do_not_appear not_appear runs_unattended without_interruption asks_nothing
    questions_asked dialog_is_left need_not_be_involved needs_no_approval needs_no_confirmation`,
  sandbox: `sandbox sandboxing isolation_layer container_isolation isolation`,
} as const;

export type Group = keyof typeof groups;

/** Where the settings of a project are, its keys among them. */
export const envFile: RegExp = /(?:^|\/)\.env(?:\.\w{1,20})?$/;
/** Names of secrets and of their files, as one word. */
export const secretFile: RegExp =
  /\.ssh\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws\b|\.netrc$|\.npmrc$|\.pypirc$|\.git-credentials$|\.gnupg\b|\.kube\b|\.docker\/config|(?:^|\/)credentials(?:\.\w{1,8})?$|secrets?\.(?:json|ya?ml|toml|env)$|\/etc\/(?:shadow|passwd)$|keychain|login\.keychain|\.pem$|\.p12$|wallet\.dat|cookies\.sqlite|login data/;
/** Such as `OPENAI_API_KEY` or `${GITHUB_TOKEN}`. */
export const secretVariable: RegExp =
  /^[$%{<]{0,3}[a-z0-9]{0,30}_?(?:[a-z0-9]{1,20}_){0,5}(?:key|token|secret|password|passwd|credentials?)[}%>]{0,2}$/;
/** Files that agents read as instructions or settings. */
export const agentFile: RegExp =
  /(?:^|\/)(?:claude(?:\.local)?|agents?|gemini|memory|soul|user|identity|heartbeat|copilot-instructions|conventions|bootstrap|tools)\.md$|\.cursorrules$|\.windsurfrules$|\.clinerules|\.cursor\/|\.claude\b|\.codex\b|\.gemini\b|\.openclaw\b|\.clawdbot\b|claude_desktop_config|mcp\.json$|\.mcp\b|settings(?:\.local)?\.json$|\.continue\b|\.aider/;
/** Settings with which an agent no longer asks. */
export const looseSetting: RegExp =
  /auto[-_]?(?:approv|accept|confirm)|always_?allow|trusted_?(?:tools|commands)|skip_?(?:permission|confirm|approv)|bypass_?(?:permission|approv)|allow_?all|^yolo|dangerously/;
export const skillFile: RegExp = /(?:^|\/)skill\.md$/;
